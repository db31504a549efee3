import type { StateStore } from '@interpose/core';

import { textOf, valueOf, type Looked, type StoreCall } from './store-calls.ts';

/** The stores that workers share and that outlive each worker. */
export class KeptInMain {
  readonly #storeOf: (name: string) => StateStore;

  constructor(storeOf: (name: string) => StateStore) {
    this.#storeOf = storeOf;
  }

  /** Performs an operation of a worker on a store. */
  async do(call: StoreCall): Promise<unknown> {
    const { key } = call;
    const store = this.#storeOf(call.store);
    switch (call.does) {
      case 'get':
        return textOf(await store.get(key));
      case 'set':
        return store.set(key, valueOf(call.text), call.ttlMs);
      case 'clear':
        return store.clear(key);
      case 'look':
        return look(store, key, call.ttlMs);
      case 'replace':
        return replace(store, call);
    }
  }
}

/** Reads a value with the clock of the store, which only an update gives. */
async function look(
  store: StateStore,
  key: string,
  ttlMs: number | undefined,
): Promise<Partial<Looked>> {
  let looked: Partial<Looked> = {};
  await store.update(
    key,
    (current, now) => {
      looked = { text: textOf(current), now };
      return current;
    },
    ttlMs,
  );
  return looked;
}

/** Writes only if the value still is what the worker read. */
async function replace(
  store: StateStore,
  { key, expected, text, ttlMs }: StoreCall & { readonly does: 'replace' },
): Promise<boolean> {
  let isSame = false;
  await store.update(
    key,
    (current) => {
      isSame = textOf(current) === expected;
      return isSame ? valueOf(text) : current;
    },
    ttlMs,
  );
  return isSame;
}
