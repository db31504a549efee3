import { expect, test } from 'vitest';

import { PendingDecisions } from './pending-decisions.ts';

const ROOM = 10_000;

test('decisions that nobody came back for make room for new ones, open ones do not', async () => {
  const pending = new PendingDecisions(1);
  const { promise, resolve } = Promise.withResolvers<object>();
  const all = Array.from({ length: ROOM }, (_, id) => pending.settle(id, 'ping', promise));
  expect((await Promise.all(all))[0]).toMatchObject({ error: { code: -32001 } });
  const never = new Promise<object>(() => undefined);
  await expect(pending.settle('more', 'ping', never)).rejects.toThrow('too many wait');
  resolve({ decided: true });
  await promise;
  expect(await pending.settle('more', 'ping', Promise.resolve({ next: true }))).toEqual({
    next: true,
  });
});

test('a decision is not announced early where it may take longer than a timer can run', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const settled = new PendingDecisions(1e12).settle(1, 'ping', promise);
  setTimeout(() => resolve({ decided: true }), 20);
  expect(await settled).toEqual({ decided: true });
});
