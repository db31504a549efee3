import { memoryStore, type StateStore } from '@interpose/core';
import { keepMemoryIn } from '@interpose/core/remote';

import { storeOfMain } from './store-of-main.ts';
import type { StoreCall } from './store-calls.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Loads policies so that each `memoryStore()` they make is the same in all workers: the main thread keeps it, under the
 * number of its creation. Loads run one after the other.
 *
 * @param call asks the main thread.
 * @param place the owner of the memory.
 * @example
 * const load = (call: (wanted: StoreCall) => Promise<unknown>): Promise<number> => inSharedMemory(call, 'default', async () => 1);
 */
export function inSharedMemory<V>(
  call: (call: StoreCall) => Promise<unknown>,
  place: string,
  load: () => Promise<V>,
): Promise<V> {
  const loaded = last.then(async () => {
    let made = 0;
    keepMemoryIn(() => storeOfMain(call, `${place} ${(made += 1)}`));
    try {
      return await load();
    } finally {
      keepMemoryIn(undefined);
    }
  });
  last = loaded.catch(() => undefined);
  return loaded;
}

/**
 * Stores by name, each created on first use.
 *
 * @example
 * const stores = new NamedStores();
 * stores.of('seen') === stores.of('seen'); // => true
 */
export class NamedStores {
  readonly #stores = new Map<string, StateStore>();

  of(name: string): StateStore {
    let store = this.#stores.get(name);
    if (store === undefined) this.#stores.set(name, (store = memoryStore()));
    return store;
  }
}
