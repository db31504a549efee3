import { expect, test } from 'vitest';

import { endWhenForgotten } from './end-when-forgotten.ts';
import { HostRun } from './host-run.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';

async function collectUntil(isOver: () => boolean): Promise<void> {
  for (let round = 0; round < 50 && !isOver(); round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
}

test('a run is told that it was abandoned once nobody holds its stream', async () => {
  const reasons: unknown[] = [];
  endWhenForgotten({}, { aborted: (reason) => void reasons.push(reason) });
  await collectUntil(() => reasons.length > 0);
  expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError' })]);
});

test('a run that has ended is kept by nobody, though its stream is, and though it leads there', async () => {
  const endRun = async (stream: object): Promise<WeakRef<HostRun>> => {
    const run = Object.assign(new HostRun(), { stream });
    endWhenForgotten(stream, run);
    await run.done();
    return new WeakRef(run);
  };
  const held = {};
  const ended = await endRun(held);
  await collectUntil(() => ended.deref() === undefined);
  expect(ended.deref()).toBeUndefined();
  expect(held).toEqual({});
});
