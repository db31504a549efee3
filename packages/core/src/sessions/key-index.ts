import type { MaybePromise, StateStore } from '../contract/hooks/store.ts';
import { isThenable } from '../maybe-promise.ts';

/** The keys of one session in a store. The store has their names too if other processes may write such keys. */
export class KeyIndex {
  readonly #store: StateStore;
  /** The key for the names of the keys; undefined if only this process knows the session. */
  readonly #at: string | undefined;
  readonly #keptMs: number;
  readonly #noted = new Set<string>();
  /** When the names were last written to the store, on the monotonic clock. */
  #writtenAt = -Infinity;
  #writing: PromiseLike<void> | undefined;

  /** `id` is that of the session as a part of keys. `keptMs` says how long a key is kept, in milliseconds. The index is kept longer. */
  constructor(store: StateStore, id: string, shared: boolean, keptMs: number) {
    this.#store = store;
    this.#at = shared ? `interpose:keys:${id}` : undefined;
    this.#keptMs = keptMs;
  }

  /** The keys that this process knows. */
  get known(): ReadonlySet<string> {
    return this.#noted;
  }

  /** Notes a key. Await this before writing the key, so that no key is left that nobody finds. */
  note(key: string): MaybePromise<void> {
    const known = this.#noted.has(key);
    this.#noted.add(key);
    if (this.#at === undefined) return undefined;
    const now = performance.now();
    if (known && now - this.#writtenAt < this.#keptMs / 2) return this.#writing;
    const written = this.#write(this.#at);
    this.#writtenAt = now;
    return isThenable(written) ? this.#waitFor(written) : undefined;
  }

  /** Returns all keys, also those that other processes wrote. */
  async list(): Promise<readonly string[]> {
    const elsewhere = this.#at === undefined ? undefined : await this.#store.get(this.#at);
    return [...new Set([...listed(elsewhere), ...this.#noted])];
  }

  /** Removes the names of removed keys. */
  async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#noted.delete(key);
    if (this.#at === undefined || keys.length === 0) return;
    const gone = new Set(keys);
    const without = (stored: unknown): readonly string[] | undefined => {
      const left = listed(stored).filter((key) => !gone.has(key));
      return left.length === 0 ? undefined : left;
    };
    await this.#store.update(this.#at, without, 2 * this.#keptMs);
  }

  #write(at: string): MaybePromise<unknown> {
    const withNoted = (stored: unknown): readonly string[] => [
      ...new Set([...listed(stored), ...this.#noted]),
    ];
    return this.#store.update(at, withNoted, 2 * this.#keptMs);
  }

  #waitFor(written: PromiseLike<unknown>): PromiseLike<void> {
    const writing: PromiseLike<void> = written.then(
      () => this.#settle(writing),
      (error: unknown) => {
        // The next write then notes its key again.
        this.#writtenAt = -Infinity;
        this.#settle(writing);
        throw error;
      },
    );
    this.#writing = writing;
    return writing;
  }

  #settle(writing: PromiseLike<void>): void {
    if (this.#writing === writing) this.#writing = undefined;
  }
}

function listed(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
}
