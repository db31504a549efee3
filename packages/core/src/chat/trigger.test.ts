import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '../index.ts';
import { logEvents } from '../../test/event-log.ts';
import { openTestChat } from '../../test/open-test-chat.ts';

describe('a trigger', () => {
  const trigger = { kind: 'mail', content: [{ type: 'text', text: 'pay now' }] } as const;

  test('is gated before the chat starts, with its chat id', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('onTrigger', ({ chatId }) => void log.push(chatId));
    hooks.observe('onChatStart', ({ chatId }) => void log.push(chatId));
    const chat = await openTestChat(hooks, { trigger });
    expect(log).toEqual([chat.id, chat.id]);
    expect(chat.trigger).toBe(trigger);
    expect(chat.refused).toBeUndefined();
  });

  test('that is denied leaves the chat a refusal', async () => {
    const hooks = createHooks();
    hooks.addHook('onTrigger', () => deny('unknown sender', { message: 'No.' }), { name: 'mail' });
    const chat = await openTestChat(hooks, { trigger });
    expect(chat.refused).toMatchObject({ kind: 'denied', text: 'No.', denial: { by: 'mail' } });
  });

  test("that is changed is the chat's trigger from then on", async () => {
    const hooks = createHooks();
    hooks.addHook('onTrigger', (ctx) => ({ trigger: { ...ctx.trigger, content: [] } }));
    const chat = await openTestChat(hooks, { trigger });
    expect(chat.trigger).toEqual({ kind: 'mail', content: [] });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      'mine',
    ],
    ['aborts', undefined, 'stop'],
  ])(
    'whose gate %s tells no ending, since no chat had started, but ends the session',
    async (_, hook, reason) => {
      const hooks = createHooks({ onError: 'throw' });
      const log = logEvents(hooks);
      const controller = new AbortController();
      hooks.addHook('onTrigger', hook ?? (() => controller.abort('stop')));
      const opening = openTestChat(hooks, { trigger, signal: controller.signal });
      await expect(
        opening.catch((error: unknown) => Promise.reject(new Error(String(error)))),
      ).rejects.toThrow(reason);
      expect(log.filter((event) => event.startsWith('onChat'))).toEqual([]);
      expect(log.at(-1)).toBe('onSessionEnd');
    },
  );
});
