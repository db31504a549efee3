import { describe, expect, test } from 'vitest';

import { toolCycle, type Chat } from '../../src/adapter.ts';
import { ask, createHooks, memoryStore, type AskVerdict, type Hooks } from '../../src/index.ts';
import { completeChat, openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

function counting(
  remember: AskVerdict['remember'],
  options: { readonly version?: string; readonly sessionIdleMs?: number } = {},
  store = memoryStore(),
): { readonly hooks: Hooks; readonly count: () => number } {
  let asked = 0;
  const { version = '1', ...settings } = options;
  const hooks = createHooks({
    ...settings,
    store,
    approver: () => {
      asked++;
      return { approved: true };
    },
  });
  const details = remember === undefined ? {} : { remember };
  hooks.use({ name: 'p', version, hooks: { preToolCall: () => ask('?', details) } });
  return { hooks, count: () => asked };
}

const call = (chat: Chat, args = { cents: 100 }, id = 'call-1'): Promise<unknown> =>
  toolCycle(chat, toolStep({ call: sampleCall(args, id) }));

describe('law 5: a yes', () => {
  test.each([undefined, 'never'] as const)('with remember %s holds once', async (remember) => {
    const { hooks, count } = counting(remember);
    const chat = await openTestChat(hooks);
    await call(chat);
    await call(chat);
    expect(count()).toBe(2);
  });

  test('for the chat holds for the same value in the same chat, under any call id', async () => {
    const { hooks, count } = counting('chat');
    const chat = await openTestChat(hooks, { session: { id: 's' } });
    await call(chat);
    await call(chat, { cents: 100 }, 'call-2');
    expect(count()).toBe(1);
    await call(chat, { cents: 101 });
    expect(count()).toBe(2);
    await call(await openTestChat(hooks, { session: { id: 's' } }));
    expect(count()).toBe(3);
  });

  test('for the session holds in its later chats, and in no other session', async () => {
    const { hooks, count } = counting('session');
    await call(await openTestChat(hooks, { session: { id: 's' } }));
    await call(await openTestChat(hooks, { session: { id: 's' } }));
    expect(count()).toBe(1);
    await call(await openTestChat(hooks, { session: { id: 'other' } }));
    expect(count()).toBe(2);
  });

  test('for the session ends with it', async () => {
    const { hooks, count } = counting('session');
    const chat = await openTestChat(hooks, { session: { id: 's' } });
    await call(chat);
    await completeChat(chat);
    await hooks.endSession('s');
    await call(await openTestChat(hooks, { session: { id: 's' } }));
    expect(count()).toBe(2);
  });

  test('for the session holds as long as a session may be idle, and for ever where it never is', async () => {
    const short = counting('session', { sessionIdleMs: 20 });
    const chat = await openTestChat(short.hooks, { session: { id: 's' } });
    await call(chat);
    await pauseFor(30);
    await call(chat);
    expect(short.count()).toBe(2);
    const endless = counting('session', { sessionIdleMs: 0 });
    const other = await openTestChat(endless.hooks, { session: { id: 's' } });
    await call(other);
    await call(other);
    expect(endless.count()).toBe(1);
  });

  test('for the session is shared through the store', async () => {
    const store = memoryStore();
    const first = counting('session', {}, store);
    const second = counting('session', {}, store);
    await call(await openTestChat(first.hooks, { session: { id: 's' } }));
    await call(await openTestChat(second.hooks, { session: { id: 's' } }));
    expect([first.count(), second.count()]).toEqual([1, 0]);
  });

  test('is void once the policy has another version', async () => {
    const store = memoryStore();
    const old = counting('session', { version: '1' }, store);
    const next = counting('session', { version: '2' }, store);
    await call(await openTestChat(old.hooks, { session: { id: 's' } }));
    await call(await openTestChat(next.hooks, { session: { id: 's' } }));
    expect(next.count()).toBe(1);
  });

  test('is kept only as long as every asking hook wants it', async () => {
    const { hooks, count } = counting('session');
    hooks.addHook('preToolCall', () => ask('also?', { remember: 'chat' }));
    const chat = await openTestChat(hooks, { session: { id: 's' } });
    await call(chat);
    await call(chat);
    expect(count()).toBe(1);
    await call(await openTestChat(hooks, { session: { id: 's' } }));
    expect(count()).toBe(2);
    hooks.addHook('preToolCall', () => ask('and?'));
    await call(chat);
    await call(chat);
    expect(count()).toBe(4);
  });

  test('never makes a no: what was refused is asked again', async () => {
    let asked = 0;
    const hooks = createHooks({
      approver: () => ({ approved: ++asked > 1 }),
    });
    hooks.addHook('preToolCall', () => ask('?', { remember: 'session' }));
    const chat = await openTestChat(hooks);
    expect(await call(chat)).toMatchObject({ kind: 'denied' });
    expect(await call(chat)).toMatchObject({ kind: 'result' });
  });
});
