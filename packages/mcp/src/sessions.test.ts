import { createHooks, type Hooks } from '@interpose/core';
import { openChat, runInChat, type Chat } from '@interpose/core/adapter';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

interface Seen {
  readonly way: string;
  readonly chat: string;
  readonly session: string;
  readonly parent: string | undefined;
}

function noting(hooks: Hooks): Seen[] {
  const seen: Seen[] = [];
  for (const [way, event] of [
    ['out', 'preMcpMessage'],
    ['in', 'onMcpMessage'],
  ] as const)
    hooks.observe(event, ({ chatId, session, parentChatId }) => {
      seen.push({ way, chat: chatId, session: session.id, parent: parentChatId });
    });
  return seen;
}

async function agentChat(hooks: Hooks, session: string): Promise<Chat> {
  const host = { framework: 'test', version: '1' };
  return openChat(hooks, { host, agent: { id: 'support' }, session: { id: session } });
}

describe('the chat of a message', () => {
  test('is that of the tool call which sent the request, also for the answer and what the server asks meanwhile', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks);
    const chat = await agentChat(hooks, 'thread-7');
    await runInChat(chat, () => send(callOf(1)));
    wire.say(noteOf('notifications/progress', { progressToken: 1, progress: 1 }));
    wire.say({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params: {} });
    await send({ jsonrpc: '2.0', id: 's', result: {} });
    wire.say(resultOf(1));
    await settled();
    expect(seen.map(({ way }) => way)).toEqual(['out', 'in', 'in', 'out', 'in']);
    for (const one of seen) expect(one).toMatchObject({ chat: chat.id, session: 'thread-7' });
  });

  test('is never that of another: with two chats waiting, what the server asks belongs to neither', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks);
    const [ada, bob] = [await agentChat(hooks, 'ada'), await agentChat(hooks, 'bob')];
    await runInChat(ada, () => send(callOf(1)));
    await runInChat(bob, () => send(callOf(2)));
    runInChat(ada, () => wire.say({ jsonrpc: '2.0', id: 's', method: 'roots/list' }));
    await settled();
    wire.say(noteOf('notifications/progress', { progressToken: 2, progress: 1 }));
    wire.say(resultOf(2));
    wire.say(resultOf('1'));
    await settled();
    const sessions = seen.map(({ session }) => session);
    expect(sessions.slice(0, 2)).toEqual(['ada', 'bob']);
    expect(['ada', 'bob']).not.toContain(sessions[2]);
    expect(sessions.slice(3)).toEqual(['bob', 'bob', 'ada']);
  });

  test('is not that of a chat which has ended', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks);
    const chat = await agentChat(hooks, 'ada');
    await runInChat(chat, () => send(callOf(1)));
    await chat.end({ kind: 'done', reason: 'completed' });
    wire.say(resultOf(1));
    await runInChat(chat, () => send(callOf(2)));
    await settled();
    expect(seen.map(({ chat: id }) => id === chat.id)).toEqual([true, false, false]);
  });

  test('outside any is one of its own per request, in one session per connection', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks);
    await send(callOf(1));
    wire.say(resultOf(1));
    await settled();
    await send(callOf(2));
    wire.say(noteOf('notifications/message'));
    await settled();
    const [first, answer, second] = seen;
    expect(answer?.chat).toBe(first?.chat);
    expect(second?.chat).not.toBe(first?.chat);
    expect(new Set(seen.map(({ session }) => session)).size).toBe(1);
  });

  test('outside any is in the ambient session, and after it in none that has ended', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks);
    let later = (): void => undefined;
    await hooks.inSession({ id: 'ada' }, async () => {
      await send(callOf(1));
      wire.say(resultOf(1));
      await settled();
      later = bindHere(() => wire.say(noteOf('notifications/message')));
    });
    later();
    await settled();
    expect(seen.map(({ session }) => session === 'ada')).toEqual([true, true, false]);
  });

  test('is in the session that the app named', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const { wire, send } = hookedWire(hooks, { session: { id: 'named' }, user: { id: 'ada' } });
    await send(callOf(1));
    wire.say(noteOf('notifications/message'));
    await settled();
    expect(seen.map(({ session }) => session)).toEqual(['named', 'named']);
  });

  test('that answers a request whose chat has ended has a chat of its own, which ends', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    const { wire, send } = hookedWire(hooks);
    const chat = await agentChat(hooks, 'thread-7');
    await runInChat(chat, () => send(callOf(1)));
    await chat.end({ kind: 'done', reason: 'completed' });
    wire.say(resultOf(1));
    await settled();
    await hooks.flush();
    expect(counts).toEqual({ begun: 2, ended: 2 });
  });

  test('has a session for itself once the connection is over, and one per connection after the next start', async () => {
    const hooks = createHooks();
    const seen = noting(hooks);
    const left = new Set<string>();
    hooks.observe('onSessionStart', ({ session }) => void left.add(session.id));
    hooks.observe('onSessionEnd', ({ session }) => void left.delete(session.id));
    const { wire, transport, send } = hookedWire(hooks);
    const { onmessage } = transport;
    await send(noteOf('notifications/initialized'));
    await transport.close();
    Object.assign(transport, { onmessage: undefined });
    for (let count = 0; count < 2; count += 1) wire.onerror?.(new Error('the stream was cut'));
    await settled();
    await hooks.flush();
    expect([...left]).toEqual([]);
    expect(new Set(seen.map(({ session }) => session)).size).toBe(3);
    Object.assign(transport, { onmessage });
    await send(noteOf('notifications/initialized'));
    wire.say(noteOf('notifications/message'));
    await settled();
    expect(new Set(seen.map(({ session }) => session)).size).toBe(4);
    expect(left.size).toBe(1);
  });

  test('of other hooks is a child: the session goes on where the hooks extend the same ones', async () => {
    const base = createHooks();
    const seen = noting(base);
    const { send } = hookedWire(base);
    const chat = await agentChat(base.extend(), 'thread-7');
    await runInChat(chat, () => send(callOf(1)));
    expect(seen).toMatchObject([{ session: 'thread-7', parent: chat.id }]);
  });
});

/** Returns a function bound to the current async context, as an event emitter keeps it. */
function bindHere(run: () => void): () => void {
  const { AsyncResource } = process.getBuiltinModule('node:async_hooks');
  return AsyncResource.bind(run);
}
