import { expect, onTestFinished, test, vi } from 'vitest';

import type { Storage } from '../storage/open-storage.ts';
import type { Stops, SwitchRow } from './stop-of.ts';
import { Switches } from './switches.ts';

const ROW: SwitchRow = {
  id: 'one',
  tenant: 'default',
  kind: 'tenant',
  value: 'default',
  why: 'a test',
  by_name: 'ada',
  at: 1,
  until: null,
};

test('an answer of the database that was held up does not undo what a later one told', async () => {
  const answers: PromiseWithResolvers<readonly SwitchRow[]>[] = [];
  const within: Storage['within'] = <T>() => {
    const answer = Promise.withResolvers<readonly SwitchRow[]>();
    answers.push(answer);
    // `load` makes the only request here.
    return answer.promise as Promise<T>;
  };
  const switches = new Switches({ within });
  onTestFinished(() => switches.stopLooking());
  const told: number[] = [];
  switches.tell((stops: Stops) => told.push(stops.size));
  const [before, after] = [switches.load(), switches.load()];
  answers[1]!.resolve([ROW]);
  await after;
  answers[0]!.resolve([]);
  await before;
  expect(told).toEqual([1]);
  const removed = switches.load();
  answers[2]!.resolve([]);
  await removed;
  expect(told).toEqual([1, 0]);
});

test('looks again twice in a second, whatever was heard: the connection that hears may be dead', async () => {
  vi.useFakeTimers();
  let looks = 0;
  const within: Storage['within'] = async <T>() => {
    looks += 1;
    return [] as T;
  };
  const switches = new Switches({ within });
  onTestFinished(async () => {
    await switches.stopLooking();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(looks).toBe(6);
});
