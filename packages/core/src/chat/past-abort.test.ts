import { expect, test } from 'vitest';

import { openChat, pastAbort, type Chat } from '../adapter.ts';
import { createHooks, deny, type Hooks } from '../index.ts';

const host = { framework: 'sdk', version: '1.0.0' };
const agent = { id: 'support' };
const user = { id: 'ada' };
const memory = [{ content: 'likes tea' }];

/** A chat that was aborted. */
async function abortedChat(hooks: Hooks): Promise<Chat> {
  const caller = new AbortController();
  const chat = await openChat(hooks, { host, agent, user, signal: caller.signal });
  caller.abort(new Error('the user left'));
  return chat;
}

test('what is stored after an abort is asked about in the same chat, session and name', async () => {
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('preMemoryStore', (ctx) => {
    seen.push([ctx.chatId, ctx.session.id, ctx.agent, ctx.user, ctx.host, ctx.signal.aborted]);
    return deny('no');
  });
  const chat = await abortedChat(hooks);
  const verdict = await pastAbort(chat, {}).dispatch('preMemoryStore', { memory });
  expect(verdict.decision).toBe('deny');
  expect(seen).toEqual([[chat.id, chat.session.id, agent, user, host, false]]);
});

test('a chat whose start was denied stores nothing after an abort either', async () => {
  const hooks = createHooks();
  hooks.addHook('onChatStart', () => deny('closed') as never);
  const chat = await abortedChat(hooks);
  const verdict = await pastAbort(chat, {}).dispatch('preMemoryStore', { memory });
  expect(verdict).toMatchObject({ decision: 'deny', reason: 'closed' });
});

test('nothing is asked after hooks were closed', async () => {
  const hooks = createHooks();
  const chat = await openChat(hooks, { host, agent });
  await hooks.close();
  expect(() => pastAbort(chat, {})).toThrow('hooks_closed');
});
