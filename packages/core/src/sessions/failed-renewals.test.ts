import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { watchedStore } from '../../test/watched-store.ts';
import { createHooks } from '../index.ts';

const IDLE_MS = 60_000;
const named = { session: { id: 's' } };
const faults: [string, () => Promise<never>][] = [
  ['rejects', () => Promise.reject(new Error('the store is down'))],
  [
    'throws',
    () => {
      throw new Error('the store is busy');
    },
  ],
];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe.each(faults)(
  'a renewal of what a session stores that fails, with a store that %s',
  (_, fault) => {
    test('is made up for by the next use', async () => {
      const watched = watchedStore();
      const hooks = createHooks({ sessionIdleMs: IDLE_MS, store: watched.store });
      const { state } = (await openTestChat(hooks, named)).session;
      await state.set('labels', 'tainted');
      const uses = [
        async () => state.get('labels'),
        async () => state.set('labels', 'clean'),
        async () => state.update('labels', () => 'clean'),
      ];
      for (const use of uses) {
        // No sweep renews anything here.
        vi.clearAllTimers();
        await vi.advanceTimersByTimeAsync(IDLE_MS * 1.1);
        watched.fault = fault;
        await expect(use()).rejects.toThrow('the store is');
        watched.fault = undefined;
        for (let n = 0; n < 5; n++) {
          await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
          expect(await state.get('labels')).toBe('tainted');
        }
      }
    });

    test('is tried again soon where nobody reads it', async () => {
      const watched = watchedStore();
      const hooks = createHooks({ sessionIdleMs: IDLE_MS, store: watched.store });
      const told: string[] = [];
      hooks.observe('onHookError', ({ code }) => void told.push(code));
      const { state } = (await openTestChat(hooks, named)).session;
      await state.set('labels', 'tainted');
      await vi.advanceTimersByTimeAsync(IDLE_MS * 0.9);
      watched.fault = fault;
      await vi.advanceTimersByTimeAsync(IDLE_MS * 0.3);
      expect(told.length).toBeGreaterThan(0);
      watched.fault = undefined;
      await vi.advanceTimersByTimeAsync(IDLE_MS * 5);
      expect(await state.get('labels')).toBe('tainted');
      await hooks.close();
      expect(vi.getTimerCount()).toBe(0);
    });

    test('leaves no timer behind once its hooks are closed', async () => {
      const watched = watchedStore();
      const hooks = createHooks({ sessionIdleMs: IDLE_MS, store: watched.store });
      const { state } = (await openTestChat(hooks, named)).session;
      await state.set('labels', 'tainted');
      watched.fault = fault;
      await vi.advanceTimersByTimeAsync(IDLE_MS * 1.05);
      await hooks.close();
      expect(vi.getTimerCount()).toBe(0);
    });

    test('lets a key be found at the end that its index did not take', async () => {
      const watched = watchedStore();
      const hooks = createHooks({ sessionIdleMs: IDLE_MS, store: watched.store });
      const { state } = (await openTestChat(hooks, named)).session;
      watched.fault = fault;
      await expect((async () => state.set('labels', 'tainted'))()).rejects.toThrow('the store is');
      watched.fault = undefined;
      await state.set('labels', 'tainted');
      await createHooks({ store: watched.store }).endSession('s');
      expect(watched.keys()).toEqual([]);
    });
  },
);
