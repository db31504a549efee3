import { expect, test } from 'vitest';

import { OpenCalls } from './open-calls.ts';
import type { Talk, ToWorker } from './worker-messages.ts';

const soon = (): Promise<void> => new Promise(setImmediate);

test('a call of a worker that is gone neither answers nor ends the call of this number of the next worker', async () => {
  const doing: PromiseWithResolvers<unknown>[] = [];
  const told: ToWorker<Talk>[] = [];
  const calls = new OpenCalls<Talk>(
    () => (doing[doing.length] = Promise.withResolvers()).promise,
    (message) => told.push(message),
  );
  void calls.take({ kind: 'call', number: 1, call: 'old', waitingAsk: 1 });
  expect(calls.end()).toEqual(new Set([1]));
  void calls.take({ kind: 'call', number: 1, call: 'new', waitingAsk: 7 });
  doing[0]?.resolve('for the old worker');
  await soon();
  expect(told).toEqual([]);
  expect(calls.end()).toEqual(new Set([7]));
});

test('a question that was answered has waited until it ends, once', async () => {
  const calls = new OpenCalls<Talk>(
    () => Promise.resolve('yes'),
    () => undefined,
  );
  await calls.take({ kind: 'call', number: 1, call: 'people', waitingAsk: 3 });
  await calls.take({ kind: 'call', number: 2, call: 'store' });
  expect(calls.end()).toEqual(new Set());
  expect([3, 3, 4].map((ask) => calls.settled(ask))).toEqual([true, false, false]);
});
