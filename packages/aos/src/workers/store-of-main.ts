import type { StateStore } from '@interpose/core';

import { textOf, valueOf } from './kept-in-main.ts';
import type { StoreAnswer, StoreCall } from './worker-messages.ts';

/**
 * A store whose values are kept by the main thread, as a worker sees it. An update is tried again when another worker
 * was faster, so it is atomic for all of them.
 */
export function storeOfMain(call: (call: StoreCall) => Promise<StoreAnswer>): StateStore {
  const read = async (key: string): Promise<string | undefined> =>
    (await call({ does: 'get', key })) as string | undefined; // a `get` is answered with a text
  return {
    get: async (key) => valueOf(await read(key)),
    set: async (key, value, ttlMs) =>
      void (await call({
        does: 'set',
        key,
        text: textOf(value),
        ttlMs,
      })),
    clear: async (prefix) => void (await call({ does: 'clear', key: prefix })),
    async update(key, change, ttlMs) {
      for (;;) {
        const expected = await read(key);
        const next = change(valueOf(expected));
        const isDone = await call({
          does: 'replace',
          key,
          expected,
          text: textOf(next),
          ttlMs,
        });
        if (isDone === true) return next;
      }
    },
  };
}
