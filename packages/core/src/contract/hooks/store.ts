/**
 * A value, or a promise of it.
 *
 * @example
 * const settle = async (value: MaybePromise<number>): Promise<number> => (await value) + 1;
 * await settle(1); // => 2
 */
export type MaybePromise<T> = T | PromiseLike<T>;

/**
 * The place where state, approvals and grants are kept; values are JSON. `update` has to be atomic per key, also
 * between processes that share the store.
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
   * Reads, changes and writes in one step and returns the new value; returning `undefined` removes the key. `now` is
   * the time by the clock of the store, in epoch milliseconds, which is the same for all processes that share the
   * store. A store without a clock leaves it out.
   */
  update(
    key: string,
    change: (current: unknown, now?: number) => unknown,
    ttlMs?: number,
  ): MaybePromise<unknown>;
  /** Removes every key with this prefix. */
  clear(prefix: string): MaybePromise<void>;
}
