import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createHooks } from '../index.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { watchedStore } from '../../test/watched-store.ts';

const IDLE_MS = 60_000;
const named = { session: { id: 's' } };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what a session stores', () => {
  test.each([IDLE_MS, 0, Infinity])(
    'has a lifetime, every key of it, where sessions may be idle for %d ms',
    async (sessionIdleMs) => {
      const { store, lifetimes, keys } = watchedStore();
      const hooks = createHooks({ sessionIdleMs, store });
      for (const options of [{}, named, { session: { id: 't' } }]) {
        const { state } = (await openTestChat(hooks, options)).session;
        await state.set('a', 1);
        await state.update('b', () => 2);
        await state.get('c');
      }
      expect(keys().length).toBeGreaterThan(5);
      for (const key of keys()) expect(lifetimes.get(key)).toSatisfy(isLifetime);
    },
  );

  test('is gone within four idle times of a process that ended without a word', async () => {
    const { store, keys } = watchedStore();
    const hooks = createHooks({ sessionIdleMs: IDLE_MS, store });
    const { state } = (await openTestChat(hooks, named)).session;
    await state.set('a', 1);
    vi.clearAllTimers();
    await vi.advanceTimersByTimeAsync(4 * IDLE_MS);
    expect(keys()).toEqual([]);
  });

  test('stays while a chat runs, however long nobody reads it', async () => {
    const { store } = watchedStore();
    const hooks = createHooks({ sessionIdleMs: IDLE_MS, store });
    const chats = [await openTestChat(hooks), await openTestChat(hooks, named)];
    for (const { session } of chats) await session.state.set('vault', 'a');
    await vi.advanceTimersByTimeAsync(20 * IDLE_MS);
    for (const { session } of chats) expect(await session.state.get('vault')).toBe('a');
  });

  test('stays while it is read in scope after scope', async () => {
    const { store } = watchedStore();
    const hooks = createHooks({ sessionIdleMs: IDLE_MS, store });
    const readAgain = (): Promise<unknown> =>
      hooks.inSession({ id: 's' }, async () => (await openTestChat(hooks)).session.state.get('a'));
    await (await openTestChat(hooks, named)).session.state.set('a', 1);
    await hooks.close();
    const later = createHooks({ sessionIdleMs: IDLE_MS, store });
    const readLater = (): Promise<unknown> =>
      later.inSession({ id: 's' }, async () => (await openTestChat(later)).session.state.get('a'));
    await expect(readAgain()).rejects.toThrow('[hooks_closed]');
    for (let n = 0; n < 10; n++) {
      await vi.advanceTimersByTimeAsync(IDLE_MS);
      expect(await readLater()).toBe(1);
    }
  });

  test('goes with an explicit end, also what another process stored', async () => {
    const { store, keys } = watchedStore();
    const first = createHooks({ store });
    const second = createHooks({ store });
    for (const hooks of [first, second]) {
      const { state } = (await openTestChat(hooks, named)).session;
      await Promise.all(['a', 'b', 'c'].map(async (key) => state.set(`${key}${keys().length}`, 1)));
    }
    await (await openTestChat(first, { session: { id: 's2' } })).session.state.set('a', 1);
    await second.endSession('s');
    expect(keys().filter((key) => key.includes(':s:'))).toEqual([]);
    expect(keys().filter((key) => key.includes(':s2:'))).toHaveLength(1);
  });

  test('goes with the scope that named no session', async () => {
    const { store, keys } = watchedStore();
    const hooks = createHooks({ store });
    await hooks.inSession({}, async () => {
      await (await openTestChat(hooks)).session.state.set('a', 1);
      expect(keys()).toHaveLength(1);
    });
    expect(keys()).toEqual([]);
  });

  test('is found by its own index: no end looks through the store', async () => {
    const { store, trips } = watchedStore();
    const hooks = createHooks({ store });
    for (const options of [{}, named]) {
      const chat = await openTestChat(hooks, options);
      await chat.session.state.set('a', 1);
      await completeChat(chat);
      await hooks.endSession(chat.session.id);
    }
    await hooks.close();
    expect(trips.filter((trip) => trip.startsWith('clear'))).toEqual([]);
    expect(trips.length).toBeLessThan(15);
  });

  test('is written only after the index knows it, also where its first write fails', async () => {
    const watched = watchedStore();
    const hooks = createHooks({ store: watched.store });
    const { state } = (await openTestChat(hooks, named)).session;
    watched.fault = (trip) =>
      trip.includes(':keys:') ? Promise.reject(new Error('down')) : undefined;
    await expect(state.set('a', 1)).rejects.toThrow('down');
    expect(watched.keys()).toEqual([]);
    watched.fault = undefined;
    await state.set('a', 1);
    await hooks.endSession('s');
    expect(watched.keys()).toEqual([]);
  });

  test('cannot be reached beyond its own keys by a hook', async () => {
    const hooks = createHooks();
    const { state } = (await openTestChat(hooks, named)).session;
    expect(Object.keys(state)).toEqual(['get', 'set', 'update']);
  });
});

function isLifetime(ttlMs: unknown): boolean {
  return typeof ttlMs === 'number' && ttlMs > 0 && ttlMs <= 60 * 24 * 60 * 60 * 1000;
}
