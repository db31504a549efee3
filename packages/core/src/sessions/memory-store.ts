import type { StateStore } from '../contract/hooks/store.ts';
import { invalidOption } from '../errors/interpose-error.ts';

interface Entry {
  readonly value: unknown;
  /** On the monotonic clock, which no one can set. */
  readonly expiresAt: number;
}

/** How many entries each write checks for expiry, so that the cost does not depend on the number of entries. */
const SWEPT_PER_WRITE = 2;

/**
 * How many other keys are removed before a removed key is dropped from the Map. A dropped key leaves a hole that slows
 * the next search. Keys of a named session come and go, and most have come back by then.
 */
const KEPT_REMOVED = 1024;

/** An entry in place of a removed key. */
interface Removed extends Entry {
  readonly key: string;
}

let make = inMemory;

/**
 * Replaces every `memoryStore()` that is made from now on by the result of this function; `undefined` goes back to the
 * default. For hosts that run policies in several threads, which have to count together.
 *
 * @example
 * const shared = memoryStore();
 * keepMemoryIn(() => shared);
 * memoryStore() === shared; // => true
 * keepMemoryIn(undefined);
 */
export function keepMemoryIn(elsewhere: (() => StateStore) | undefined): void {
  make = elsewhere ?? inMemory;
}

/**
 * Makes a StateStore in the memory of this process. Expired values read as missing, and later writes drop them. Its
 * clock is monotonic, so that setting the clock of the host changes nothing.
 *
 * @example
 * const hooks = createHooks({ store: memoryStore() });
 */
export function memoryStore(): StateStore {
  return make();
}

function inMemory(): StateStore {
  const entries = new ExpiringEntries();
  return {
    get: (key) => entries.read(key),
    set: (key, value, ttlMs) => entries.write(key, value, ttlMs),
    update(key, change, ttlMs) {
      const next = change(entries.read(key), performance.timeOrigin + performance.now());
      entries.write(key, next, ttlMs);
      return next;
    },
    clear: (prefix) => entries.clear(prefix),
  };
}

class ExpiringEntries {
  readonly #entries = new Map<string, Entry>();
  /** The position of a sweep, only while one runs: an iterator that waits keeps every table that the Map outgrew. */
  #unswept: MapIterator<[string, Entry]> | undefined;
  /** The time, on the monotonic clock, before which nothing expires. */
  #soonest = Infinity;
  /** The same, for all entries that were swept or written since this sweep began. */
  #soonestSwept = Infinity;
  /** The last removed keys, in a ring. */
  readonly #removed: Removed[] = [];
  #removals = 0;

  read(key: string): unknown {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > performance.now() ? entry.value : undefined;
  }

  write(key: string, value: unknown, ttlMs: number | undefined): void {
    const now = performance.now();
    if (Number.isNaN(ttlMs))
      throw invalidOption('ttlMs is NaN', 'pass milliseconds, or leave it out');
    if (value === undefined) this.#remove(key);
    else {
      const expiresAt = ttlMs === undefined ? Infinity : now + ttlMs;
      this.#entries.set(key, { value, expiresAt });
      this.#soonest = Math.min(this.#soonest, expiresAt);
      this.#soonestSwept = Math.min(this.#soonestSwept, expiresAt);
    }
    if (this.#soonest <= now) this.#sweep(now);
  }

  clear(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }

  #remove(key: string): void {
    if (!this.#entries.has(key)) return;
    const removed = { key, value: undefined, expiresAt: -Infinity };
    this.#entries.set(key, removed);
    const place = this.#removals++ % KEPT_REMOVED;
    const before = this.#removed[place];
    this.#removed[place] = removed;
    if (before !== undefined && this.#entries.get(before.key) === before)
      this.#entries.delete(before.key);
  }

  #sweep(now: number): void {
    this.#unswept ??= this.#entries.entries();
    for (let looked = 0; looked < SWEPT_PER_WRITE; looked++) {
      const entry = this.#unswept.next();
      if (entry.done === true) {
        this.#unswept = undefined;
        this.#soonest = this.#soonestSwept;
        this.#soonestSwept = Infinity;
        return;
      }
      const [key, { expiresAt }] = entry.value;
      if (expiresAt <= now) this.#entries.delete(key);
      else this.#soonestSwept = Math.min(this.#soonestSwept, expiresAt);
    }
  }
}
