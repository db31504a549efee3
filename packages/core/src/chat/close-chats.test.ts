import { expect, test } from 'vitest';

import { modelCycle } from '../adapter.ts';
import { createHooks, type Hooks } from '../index.ts';
import { logEvents } from '../../test/event-log.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';

function endingsOf(hooks: Hooks): unknown[] {
  const endings: unknown[] = [];
  hooks.observe('onChatDone', () => void endings.push('done'));
  hooks.observe('onChatError', () => void endings.push('error'));
  hooks.observe('onChatAbort', ({ reason }) => void endings.push(reason));
  return endings;
}

test('closing ends the chats that are open, each once and before its session', async () => {
  const hooks = createHooks();
  const log = logEvents(hooks);
  const endings = endingsOf(hooks);
  const chats = [await openTestChat(hooks), await openTestChat(hooks, { session: { id: 's' } })];
  await hooks.close();
  await Promise.all(chats.map(completeChat));
  await hooks.flush();
  const closed = expect.objectContaining({ code: 'hooks_closed' }) as unknown;
  expect(endings).toEqual([closed, closed]);
  expect(log.filter((event) => event === 'onChatAbort' || event === 'onSessionEnd')).toEqual([
    ...['onChatAbort', 'onSessionEnd'],
    ...['onChatAbort', 'onSessionEnd'],
  ]);
  for (const { signal } of chats) expect(signal.reason).toMatchObject({ code: 'hooks_closed' });
});

test('closing stops what runs in an open chat: nothing is decided there any more', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  const chat = await openTestChat(hooks);
  const asked = Promise.withResolvers<string>();
  const asking = modelCycle<string>(chat, {
    request: () => ({ messages: [] }),
    call: async () => {
      await hooks.close();
      return asked.promise;
    },
    response: (text) => ({ content: [{ type: 'text', text }] }),
    continues: () => false,
  });
  asked.resolve('too late');
  await expect(asking).rejects.toMatchObject({ code: 'hooks_closed' });
});

test('a chat that closing overtakes while it opens is not handed out', async () => {
  const hooks = createHooks();
  const log = logEvents(hooks);
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hooks.observe('onSessionStart', () => (reached.resolve(), goOn.promise), {
    run: 'sequence',
    onError: 'throw',
  });
  const opening = openTestChat(hooks);
  await reached.promise;
  const closing = hooks.close();
  goOn.resolve();
  await expect(opening).rejects.toMatchObject({ code: 'hooks_closed' });
  await closing;
  expect(log).not.toContain('onChatStart');
});

test('a layer that closes ends its own chats, the registry below those of its layers too', async () => {
  const hooks = createHooks();
  const [first, second] = [hooks.extend(), hooks.extend()];
  const own = await openTestChat(hooks);
  const [ofFirst, ofSecond] = [await openTestChat(first), await openTestChat(second)];
  await first.close();
  expect([own, ofFirst, ofSecond].map(({ ended }) => ended)).toEqual([false, true, false]);
  await hooks.close();
  expect([own, ofSecond].map(({ ended }) => ended)).toEqual([true, true]);
});
