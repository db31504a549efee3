import { describe, expect, test } from 'vitest';

import { toolCycle } from '../adapter.ts';
import { createHooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { logEvents } from '../../test/event-log.ts';
import { logSessions } from '../../test/log-sessions.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { pauseFor } from '../../test/pause-for.ts';
import { toolStep } from '../../test/tool-step.ts';
import { watchedStore } from '../../test/watched-store.ts';
import { newId } from './session.ts';

const named = { session: { id: 's' } };

describe('a session made for a chat', () => {
  test('starts before it and ends after it, exactly once each', async () => {
    const hooks = createHooks();
    const events = logEvents(hooks);
    const chat = await openTestChat(hooks);
    await completeChat(chat);
    await completeChat(chat);
    await hooks.close();
    expect(events).toEqual(['onSessionStart', 'onChatStart', 'onChatDone', 'onSessionEnd']);
  });

  test.each([
    ['an error', { kind: 'error', error: new Error('x') }],
    ['an abort', { kind: 'abort', reason: 'x' }],
  ] as const)('ends also after %s', async (_, ending) => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const chat = await openTestChat(hooks);
    await chat.end(ending);
    expect(log).toEqual([`start ${chat.session.id}`, `end ${chat.session.id} chat`]);
  });

  test('is another for every chat', async () => {
    const hooks = createHooks();
    const [one, two] = [await openTestChat(hooks), await openTestChat(hooks)];
    expect(one.session.id).not.toBe(two.session.id);
  });

  test('is found by its id by whoever asks for it while it lasts, and ends with the chat it was made for', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const first = await openTestChat(hooks);
    const { id } = first.session;
    const other = await openTestChat(hooks);
    const joined = await openTestChat(hooks, { session: { id } });
    expect(joined.session).toBe(first.session);
    await completeChat(joined);
    await completeChat(first);
    expect(log).toEqual([`start ${id}`, `start ${other.session.id}`, `end ${id} chat`]);
    await completeChat(other);
    expect(log).toHaveLength(4);
  });

  test('can be ended by its id, once', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const chat = await openTestChat(hooks);
    await hooks.endSession(chat.session.id);
    await completeChat(chat);
    expect(log).toEqual([`start ${chat.session.id}`, `end ${chat.session.id} explicit`]);
  });

  test('ends with its hooks, among those that are found by name', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const chat = await openTestChat(hooks);
    await completeChat(await openTestChat(hooks, named));
    await hooks.close();
    expect(log.toSorted()).toEqual(
      [
        'start s',
        'end s closed',
        `start ${chat.session.id}`,
        `end ${chat.session.id} chat`,
      ].toSorted(),
    );
  });

  test('is shared with the chats of nested agents, and ends with the outermost', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const parent = await openTestChat(hooks);
    const child = await openTestChat(hooks, { parent });
    expect(child.session.id).toBe(parent.session.id);
    await completeChat(child);
    expect(log).toHaveLength(1);
    await completeChat(parent);
    expect(log).toHaveLength(2);
  });

  test('ends also when its caller is a chat of other hooks', async () => {
    const parent = await openTestChat(createHooks());
    const hooks = createHooks();
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, { parent }));
    expect(log).toHaveLength(2);
  });

  test('tells how long it lasted', async () => {
    const hooks = createHooks();
    let lasted = -1;
    hooks.observe('onSessionEnd', ({ durationMs }) => void (lasted = durationMs));
    const chat = await openTestChat(hooks);
    await pauseFor(12);
    await completeChat(chat);
    expect(lasted).toBeGreaterThanOrEqual(10);
    expect(lasted).toBeLessThan(5000);
  });
});

describe('a named session', () => {
  test('starts at the first sight of its id and outlives its chats', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    for (let n = 0; n < 3; n++) await completeChat(await openTestChat(hooks, named));
    expect(log).toEqual(['start s']);
    await hooks.endSession('s');
    await hooks.endSession('s');
    await hooks.endSession('unknown');
    expect(log).toEqual(['start s', 'end s explicit']);
  });

  test('starts again when its id comes again after its end', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    await openTestChat(hooks, named);
    await hooks.endSession('s');
    await openTestChat(hooks, named);
    expect(log).toEqual(['start s', 'end s explicit', 'start s']);
  });

  test('ends when the hooks close, which then refuse further work', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    await openTestChat(hooks, named);
    await openTestChat(hooks, { session: { id: 't' } });
    await hooks.close();
    await hooks.close();
    expect(log).toEqual(['start s', 'start t', 'end s closed', 'end t closed']);
    await expect(openTestChat(hooks, named)).rejects.toMatchObject({ code: 'hooks_closed' });
    hooks.addHook('preToolCall', () => undefined);
    await expect(gateCall(hooks)).rejects.toMatchObject({ code: 'hooks_closed' });
    expect(log).toHaveLength(4);
  });

  test('closed scopes no longer tell anybody', async () => {
    const hooks = createHooks();
    const log = logEvents(hooks);
    const leave = hooks.scopes.register({ name: 'x', tools: [] });
    await hooks.close();
    expect(leave).not.toThrow();
    expect(log).toEqual(['onScopeRegister']);
  });
});

describe('ids', () => {
  test('are unique, and a chat keeps its own', async () => {
    expect(new Set(Array.from({ length: 100 }, newId)).size).toBe(100);
    const hooks = createHooks();
    const ids: string[] = [];
    hooks.observe('*', ({ chatId }) => void ids.push(chatId));
    const chat = await openTestChat(hooks);
    await toolCycle(chat, toolStep());
    await completeChat(chat);
    expect(new Set(ids)).toEqual(new Set([chat.id]));
  });
});

describe('the store', () => {
  test('is left alone by a session that kept nothing there, and emptied by one that did', async () => {
    const { store, trips, keys } = watchedStore();
    const hooks = createHooks({ store });
    await completeChat(await openTestChat(hooks));
    await hooks.inSession({ id: 'thread-7' }, () => openTestChat(hooks).then(completeChat));
    expect(trips).toEqual([]);
    const chat = await openTestChat(hooks);
    await chat.session.state.set('spent', 1);
    expect(keys()).toHaveLength(1);
    await completeChat(chat);
    expect(keys()).toEqual([]);
  });
});
