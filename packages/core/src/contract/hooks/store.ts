/**
 * A value that may already be there.
 *
 * @example
 * const settle = async (value: MaybePromise<number>): Promise<number> => (await value) + 1;
 * await settle(1); // => 2
 */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * Where state, approvals and grants live; values are JSON.
 * `update` must be atomic per key, also between processes that share the store.
 *
 * @example
 * const store: StateStore = memoryStore();
 * await store.set('seen', ['ada'], 60_000);
 * await store.get('seen'); // => ['ada']
 */
export interface StateStore {
  get(key: string): MaybePromise<unknown>;
  /** Stores the value; `undefined` removes the key. `ttlMs` lets it expire. */
  set(key: string, value: unknown, ttlMs?: number): MaybePromise<void>;
  /**
   * Reads, changes and writes in one step and returns the new value; returning `undefined` removes the key. `now` is the
   * time in epoch milliseconds by the clock of the store, which all who share it have in common; a store that has no
   * clock leaves it out.
   */
  update(
    key: string,
    change: (current: unknown, now?: number) => unknown,
    ttlMs?: number,
  ): MaybePromise<unknown>;
  /** Removes every key that begins with the prefix. */
  clear(prefix: string): MaybePromise<void>;
}
