import { memoryStore, type StateStore } from '@interpose/core';

import type { StoreAnswer, StoreCall } from './worker-messages.ts';

/** The store that the workers share, which outlives each of them. */
export class KeptInMain {
  readonly #store: StateStore;

  constructor(store: StateStore = memoryStore()) {
    this.#store = store;
  }

  /** Does what a worker wants of the store. */
  async do(call: StoreCall): Promise<StoreAnswer> {
    const { key } = call;
    switch (call.does) {
      case 'get':
        return textOf(await this.#store.get(key));
      case 'set':
        await this.#store.set(key, valueOf(call.text), call.ttlMs);
        return undefined;
      case 'clear':
        await this.#store.clear(key);
        return undefined;
      case 'replace':
        return this.#replace(call);
    }
  }

  /** Writes only while the value is what the worker read. */
  async #replace(call: StoreCall & { readonly does: 'replace' }): Promise<boolean> {
    let isSame = false;
    await this.#store.update(
      call.key,
      (current) => {
        isSame = textOf(current) === call.expected;
        return isSame ? valueOf(call.text) : current;
      },
      call.ttlMs,
    );
    return isSame;
  }
}

/** The JSON of a value; undefined for none. */
export function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** The value of a text; undefined for none. */
export function valueOf(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
