import type { StateStore } from '../contract/hooks/store.ts';

interface Entry {
  readonly value: unknown;
  /** On the monotonic clock, which nobody sets. */
  readonly expiresAt: number;
}

/** Entries that each write looks at, so that the sweep costs the same however many there are. */
const SWEPT_PER_WRITE = 2;

const OVER: Entry = { value: undefined, expiresAt: -Infinity };

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

  read(key: string): unknown {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > performance.now() ? entry.value : undefined;
  }

  write(key: string, value: unknown, ttlMs: number | undefined): void {
    if (value === undefined) this.#remove(key);
    else {
      const expiresAt = ttlMs === undefined ? Infinity : performance.now() + ttlMs;
      this.#entries.set(key, { value, expiresAt });
    }
    this.#sweep();
  }

  clear(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }

  /** A Map keeps a hole for each deleted key in the way of its next search, so deleting is left to the sweep. */
  #remove(key: string): void {
    if (this.#entries.has(key)) this.#entries.set(key, OVER);
  }

  #sweep(): void {
    const now = performance.now();
    for (let looked = 0; looked < SWEPT_PER_WRITE; looked++) {
      const entry = this.#unswept.next();
      if (entry.done === true) {
        this.#unswept = this.#entries.entries();
        return;
      }
      const [key, { expiresAt }] = entry.value;
      if (expiresAt <= now) this.#entries.delete(key);
    }
  }
}
