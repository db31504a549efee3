import { expect, test } from 'vitest';

import { createHooks } from '../index.ts';
import { openTestChat } from '../../test/open-test-chat.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test.each([{ timeoutMs: 40 }, { timeoutMs: 40, onError: 'allow' as const }])(
  'closing waits no longer than the time limit for an observer that never ends, and tells of it (%o)',
  async (options) => {
    const hooks = createHooks(options);
    hooks.observe('onChatStart', never);
    const chat = await openTestChat(hooks);
    await expect(hooks.close()).rejects.toThrow(
      '[close_timeout] closing took longer than 40 ms; left running: no chat, 1 observer',
    );
    expect(chat.signal.aborted).toBe(true);
    await expect(openTestChat(hooks)).rejects.toThrow('[hooks_closed]');
    await hooks.close();
  },
);

test('closing waits for a hook that has no time limit at most so long, since its chat was aborted', async () => {
  const hooks = createHooks({ timeoutMs: 40 });
  hooks.addHook('preRequest', never, { timeoutMs: 0 });
  const chat = await openTestChat(hooks);
  const asked = Promise.resolve(chat.dispatch('preRequest', { request: { messages: [] } }));
  const told = asked.then(
    () => 'decided',
    () => 'aborted',
  );
  await hooks.close().catch(() => undefined);
  expect(await told).toBe('aborted');
});
