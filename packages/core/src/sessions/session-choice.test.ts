import { describe, expect, test } from 'vitest';

import { runInChat } from '../adapter.ts';
import { createHooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { logEvents } from '../../test/event-log.ts';
import { logSessions } from '../../test/log-sessions.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';

const named = { session: { id: 's' } };

describe('which session a chat belongs to', () => {
  test("the one it names wins over the ambient one, and that over the host's own", async () => {
    const hooks = createHooks();
    const hostSession = { id: 'host' };
    const ids: string[] = [];
    const note = async (options: object): Promise<void> => {
      ids.push((await openTestChat(hooks, { hostSession, ...options })).session.id);
    };
    await hooks.inSession({ id: 'ambient' }, async () => {
      await note(named);
      await note({});
    });
    await note({});
    expect(ids).toEqual(['s', 'ambient', 'host']);
  });

  test('the one that was suspended where none is named, and it goes on if it still runs', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const first = await openTestChat(hooks, named);
    await first.session.state.set('k', 1);
    const resumes = { sessionId: 's', chatId: first.id };
    const resuming = await openTestChat(hooks, { resumes });
    expect(resuming.session).toBe(first.session);
    await completeChat(resuming);
    expect(await first.session.state.get('k')).toBe(1);
    expect(log).toEqual(['start s']);
    await hooks.endSession('s');
    const later = await openTestChat(hooks, { resumes });
    await completeChat(later);
    expect(log).toEqual(['start s', 'end s explicit', 'start s', 'end s chat']);
  });

  test('is told with the chat that is resumed', async () => {
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.observe('onChatStart', ({ resumes }) => void told.push(resumes));
    await openTestChat(hooks, { resumes: { sessionId: 's', chatId: 'c' } });
    await openTestChat(hooks);
    expect(told).toEqual(['c', undefined]);
  });

  test('has its user and metadata from whoever named it first', async () => {
    const hooks = createHooks();
    const session = { id: 's', metadata: { plan: 'pro' }, user: { id: 'u' } };
    await openTestChat(hooks, { session });
    const later = await openTestChat(hooks, named);
    expect(later.session.metadata).toEqual({ plan: 'pro' });
    const unnamed = await openTestChat(hooks);
    expect(unnamed.session.metadata).toEqual({});
  });
});

describe('an app that dispatches on its own', () => {
  test('has a session and a chat for each dispatch, of which nothing is told', async () => {
    const hooks = createHooks();
    const events = logEvents(hooks);
    const seen: string[] = [];
    hooks.addHook('preToolCall', ({ session, chatId }) => void seen.push(session.id, chatId));
    await gateCall(hooks);
    await gateCall(hooks);
    expect(new Set(seen).size).toBe(4);
    expect(events).toEqual(['preToolCall', 'preToolCall']);
  });

  test('may name the session and the chat', async () => {
    const hooks = createHooks();
    const log = logSessions(hooks);
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ session, chatId, depth, agent, host }) => {
      seen.push([session.id, chatId, depth, agent.id, host.framework]);
    });
    await gateCall(hooks, undefined, { ...named, chatId: 'c' });
    expect(seen).toEqual([['s', 'c', 0, 'app', 'app']]);
    expect(log).toEqual(['start s']);
  });

  test('inside a chat belongs to it, until it ended', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('preToolCall', ({ chatId }) => void seen.push(chatId));
    const chat = await openTestChat(hooks);
    await runInChat(chat, () => gateCall(hooks));
    await runInChat(chat, () => gateCall(hooks, undefined, { chatId: 'own' }));
    await completeChat(chat);
    await runInChat(chat, () => gateCall(hooks));
    expect(seen.slice(0, 2)).toEqual([chat.id, 'own']);
    expect(seen[2]).not.toBe(chat.id);
  });
});
