import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { saying, startDesk } from '../../test/desk.ts';

test('another agent is not held absent for a chat whose start was denied', async () => {
  const hooks = createHooks();
  // The types refuse a verdict here; JavaScript does not.
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook('onChatStart', (() => deny('closed')) as never, { once: true });
  hooks.addHook('onInventoryChange', () => undefined);
  const desk = await startDesk();
  const caller = await desk.client(hooks);
  await hooks.inSession({ id: 'one' }, async () => {
    await expect(caller.sendMessage(saying('hello'))).rejects.toThrow(': closed');
    await caller.sendMessage(saying('again'));
  });
  expect(desk.asked).toHaveLength(1);
  await desk.close();
});
