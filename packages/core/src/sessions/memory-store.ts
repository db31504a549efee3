import type { StateStore } from '../contract/hooks/store.ts';

interface Entry {
  readonly value: unknown;
  /** On the monotonic clock, which nobody sets. */
  readonly expiresAt: number;
}

const WRITES_PER_SWEEP = 1024;

/**
 * A StateStore in this process's memory; what expires is dropped when it is read, and in a sweep now and then. Its clock
 * is monotonic: setting the clock of the host moves nothing.
 *
 * @example
 * const hooks = createHooks({ store: memoryStore() });
 */
export function memoryStore(): StateStore {
  const entries = new Map<string, Entry>();
  let writes = 0;

  function read(key: string): unknown {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > performance.now()) return entry.value;
    entries.delete(key);
    return undefined;
  }

  function write(key: string, value: unknown, ttlMs?: number): void {
    if (value === undefined) entries.delete(key);
    else
      entries.set(key, {
        value,
        expiresAt: ttlMs === undefined ? Infinity : performance.now() + ttlMs,
      });
    if (++writes % WRITES_PER_SWEEP === 0) sweep();
  }

  function sweep(): void {
    const now = performance.now();
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(key);
  }

  return {
    get: read,
    set: write,
    update(key, change, ttlMs) {
      const next = change(read(key), performance.timeOrigin + performance.now());
      write(key, next, ttlMs);
      return next;
    },
    clear(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
    },
  };
}
