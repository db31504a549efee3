import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createHooks, type Hooks } from '../index.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { watchedStore } from '../../test/watched-store.ts';

const named = { session: { id: 's' } };
const down = (): Promise<never> => Promise.reject(new Error('the store is down'));
const hanging = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns a list of the reported failures of hooks and clean-ups. */
function logErrors(hooks: Hooks): string[] {
  const log: string[] = [];
  hooks.observe('onHookError', ({ hook, failedEvent, code }) => {
    log.push(`${hook} ${failedEvent} ${code}`);
  });
  return log;
}

const told = 'session onSessionEnd clean_up_failed';

describe('the end of a session whose store is down', () => {
  test('is told and tried again when the session goes idle, and ends no process', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ sessionIdleMs: 60_000, store: watched.store });
    const log = logErrors(hooks);
    const chat = await openTestChat(hooks, named);
    await chat.session.state.set('k', 1);
    await completeChat(chat);
    watched.fault = down;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(log).toContain(told);
    const before = log.length;
    watched.fault = undefined;
    watched.trips.length = 0;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(watched.trips).toContain('get interpose:keys:s');
    expect(log).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not keep other idle sessions from their end while the store hangs', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ sessionIdleMs: 1000, store: watched.store });
    const ended: string[] = [];
    hooks.observe('onSessionEnd', ({ session }) => void ended.push(session.id));
    for (const id of ['one', 'two']) {
      const chat = await openTestChat(hooks, { session: { id } });
      await chat.session.state.set('k', 1);
      await completeChat(chat);
    }
    watched.fault = hanging;
    await vi.advanceTimersByTimeAsync(2000);
    expect(ended).toEqual(['one', 'two']);
  });

  test('gives the value of inSession back, tells of the clean-up, and tries it again', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ store: watched.store });
    const log = logErrors(hooks);
    const paid = await hooks.inSession({ user: { id: 'ada' } }, async () => {
      const chat = await openTestChat(hooks);
      await chat.session.state.set('k', 1);
      watched.fault = down;
      await completeChat(chat);
      return 'paid';
    });
    expect(paid).toBe('paid');
    expect(log).toEqual([told]);
    expect(watched.keys()).toHaveLength(1);
    watched.fault = undefined;
    await vi.advanceTimersByTimeAsync(1000);
    expect(watched.keys()).toEqual([]);
    expect(log).toEqual([told]);
  });

  test('lets a chat and an explicit end settle, and closing tries once more', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ store: watched.store });
    const log = logErrors(hooks);
    const chats = [await openTestChat(hooks), await openTestChat(hooks, named)];
    for (const chat of chats) await chat.session.state.set('k', 1);
    watched.fault = down;
    for (const chat of chats) await completeChat(chat);
    await hooks.endSession('s');
    await hooks.endSession('of another process');
    expect(log).toEqual([told, told, told]);
    watched.fault = undefined;
    await hooks.close();
    expect(watched.keys()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is no longer tried once every key has expired by itself', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ sessionIdleMs: 5000, store: watched.store });
    const chat = await openTestChat(hooks);
    await chat.session.state.set('k', 1);
    watched.fault = down;
    await completeChat(chat);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
    watched.fault = undefined;
    expect(watched.keys()).toEqual([]);
  });

  test('holds up no scope, chat or explicit end while the store hangs, and is told', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ store: watched.store });
    const log = logErrors(hooks);
    const scope = hooks.inSession({ user: { id: 'ada' } }, async () => {
      const chat = await openTestChat(hooks);
      await chat.session.state.set('k', 1);
      watched.fault = hanging;
      await completeChat(chat);
      return 'paid';
    });
    await vi.advanceTimersByTimeAsync(0);
    const ends = [scope, hooks.endSession('of another process')];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await Promise.all(ends)).toEqual(['paid', undefined]);
    expect(log).toEqual([told, told]);
    watched.fault = undefined;
    await hooks.close();
    expect(watched.keys()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
