import type { StateStore } from '../contract/hooks/store.ts';

interface Entry {
  readonly value: unknown;
  /** On the monotonic clock, which nobody sets. */
  readonly expiresAt: number;
}

/** Entries that each write looks at while something may have expired, so that the sweep costs the same however many there are. */
const SWEPT_PER_WRITE = 2;

/**
 * How many other keys are removed before a removed one is dropped. A Map keeps a hole for each dropped key in the way of
 * its next search: a key that comes and goes, as those of a named session do, has mostly come back by then.
 */
const KEPT_REMOVED = 1024;

/** What stands for a key that was removed. */
interface Removed extends Entry {
  readonly key: string;
}

let make = inMemory;

/**
 * Lets every `memoryStore()` that is made from now on be what this makes; undefined for its own memory. For a host whose
 * policies run in several threads: what they count has to be one count.
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
 * A StateStore in this process's memory; what expires reads as missing, and later writes drop it. Its clock
 * is monotonic: setting the clock of the host moves nothing.
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
  #unswept = this.#entries.entries();
  /** Before this, on the monotonic clock, nothing expires. */
  #soonest = Infinity;
  /** The same of all that was swept or written since this sweep began. */
  #soonestSwept = Infinity;
  /** What was removed last, in a ring. */
  readonly #removed: Removed[] = [];
  #removals = 0;

  read(key: string): unknown {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > performance.now() ? entry.value : undefined;
  }

  write(key: string, value: unknown, ttlMs: number | undefined): void {
    const now = performance.now();
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
    for (let looked = 0; looked < SWEPT_PER_WRITE; looked++) {
      const entry = this.#unswept.next();
      if (entry.done === true) {
        this.#unswept = this.#entries.entries();
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
