import { AsyncResource } from 'node:async_hooks';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createHooks } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { logSessions } from '../../test/log-sessions.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';

const named = { session: { id: 's' } };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a named session that nobody uses', () => {
  test('ends after its time, within twice as long', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    await vi.advanceTimersByTimeAsync(999);
    expect(log).toEqual(['start s']);
    await vi.advanceTimersByTimeAsync(1001);
    expect(log).toEqual(['start s', 'end s idle']);
  });

  test('ends too where late work of a scope opened it, after the scope had been left', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    let later = (): ReturnType<typeof openTestChat> => openTestChat(hooks);
    await hooks.inSession({ id: 's' }, async () => {
      later = AsyncResource.bind(later);
    });
    await completeChat(await later());
    await vi.advanceTimersByTimeAsync(2000);
    expect(log).toEqual(['start s', 'end s scope', 'start s', 'end s idle']);
  });

  test('stays while a chat is open, however long that takes', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    const chat = await openTestChat(hooks, named);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['start s']);
    await completeChat(chat);
    await vi.advanceTimersByTimeAsync(2000);
    expect(log).toEqual(['start s', 'end s idle']);
  });

  test('stays when it is used again in time', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    hooks.addHook('preToolCall', () => undefined);
    for (let n = 0; n < 8; n++) {
      await gateCall(hooks, undefined, named);
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(log).toEqual(['start s']);
  });

  test('ends apart from others that are used', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    for (let n = 0; n < 4; n++) {
      await completeChat(await openTestChat(hooks, { session: { id: 'busy' } }));
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(log).toEqual(['start s', 'start busy', 'end s idle']);
  });

  test.each([0, Infinity])('stays for ever where the limit is %d', async (sessionIdleMs) => {
    const hooks = createHooks({ sessionIdleMs });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(log).toEqual(['start s']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('may have a limit longer than a timer can be', async () => {
    const hooks = createHooks({ sessionIdleMs: 2 ** 40 });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    await vi.advanceTimersByTimeAsync(1000);
    expect(log).toEqual(['start s']);
  });

  test.each([3_600_000, -3_600_000])('ends in time if the clock is set: %d ms', async (ms) => {
    const hooks = createHooks({ sessionIdleMs: 10_000 });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    vi.setSystemTime(Date.now() + ms);
    await completeChat(await openTestChat(hooks, { session: { id: 'next' } }));
    await vi.advanceTimersByTimeAsync(9000);
    expect(log).not.toContain('end s idle');
    await vi.advanceTimersByTimeAsync(12_000);
    expect(log).toContain('end s idle');
  });

  test('ends at the next sight of any session where the timer never came', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    await completeChat(await openTestChat(hooks, named));
    vi.clearAllTimers();
    vi.advanceTimersByTime(60_000);
    await completeChat(await openTestChat(hooks, { session: { id: 'next' } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toContain('end s idle');
    expect(log).not.toContain('end next idle');
  });

  test('leaves no timer behind when the hooks close', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    await openTestChat(hooks, named);
    await hooks.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not what a session made for one chat is', async () => {
    const hooks = createHooks({ sessionIdleMs: 1000 });
    const log = logSessions(hooks);
    const chat = await openTestChat(hooks);
    await openTestChat(hooks, named).then(completeChat);
    await vi.advanceTimersByTimeAsync(5000);
    expect(log.filter((line) => line.includes(chat.session.id))).toHaveLength(1);
  });
});
