import { memoryStore, type StateStore } from '../src/index.ts';

/** A store in memory that notes who comes, and fails or hangs on demand. */
export interface WatchedStore {
  readonly store: StateStore;
  /** What was done, with the key: `set interpose:state:s:k`. */
  readonly trips: string[];
  /** The keys it holds. */
  readonly keys: () => readonly string[];
  /** The lifetime of each key in milliseconds; undefined is for ever. */
  readonly lifetimes: ReadonlyMap<string, number | undefined>;
  /** What happens to a trip before it arrives; undefined lets it pass. */
  fault: ((trip: string) => Promise<never> | undefined) | undefined;
}

export function watchedStore(): WatchedStore {
  const inner = memoryStore();
  const trips: string[] = [];
  const lifetimes = new Map<string, number | undefined>();
  const keys = (): string[] => [...lifetimes.keys()].filter((key) => inner.get(key) !== undefined);
  const watched: WatchedStore = {
    trips,
    lifetimes,
    keys,
    fault: undefined,
    store: {
      get: (key) => pass(`get ${key}`, () => inner.get(key)),
      set: (key, value, ttlMs) =>
        pass(`set ${key}`, () => {
          lifetimes.set(key, ttlMs);
          return inner.set(key, value, ttlMs);
        }),
      update: (key, change, ttlMs) =>
        pass(`update ${key}`, () => {
          lifetimes.set(key, ttlMs);
          return inner.update(key, change, ttlMs);
        }),
      clear: (prefix) => pass(`clear ${prefix}`, () => inner.clear(prefix)),
    },
  };
  function pass<T>(trip: string, go: () => T): T | Promise<never> {
    trips.push(trip);
    return watched.fault?.(trip) ?? go();
  }
  return watched;
}
