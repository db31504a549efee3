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
