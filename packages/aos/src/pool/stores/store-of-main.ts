import type { StateStore } from '@interpose/core';

import { textOf, valueOf, type Looked, type StoreCall } from './store-calls.ts';

/**
 * A store for a worker, whose values the main thread keeps. An update is tried again if another worker was faster, so
 * it is atomic for all workers.
 *
 * @param call asks the main thread.
 * @param store the name of the store.
 * @example
 * const shared = (call: (wanted: StoreCall) => Promise<unknown>): StateStore => storeOfMain(call, 'sessions');
 */
export function storeOfMain(
  call: (call: StoreCall) => Promise<unknown>,
  store: string,
): StateStore {
  return {
    // The casts are safe: each kind of call has its own type of answer.
    get: async (key) => valueOf((await call({ does: 'get', store, key })) as string | undefined),
    set: async (key, value, ttlMs) =>
      void (await call({ does: 'set', store, key, text: textOf(value), ttlMs })),
    clear: async (prefix) => void (await call({ does: 'clear', store, key: prefix })),
    async update(key, change, ttlMs) {
      for (;;) {
        const looked = (await call({ does: 'look', store, key, ttlMs })) as Partial<Looked>;
        const next = change(valueOf(looked.text), looked.now);
        const [expected, text] = [looked.text, textOf(next)];
        if ((await call({ does: 'replace', store, key, expected, text, ttlMs })) === true)
          return next;
      }
    },
  };
}
