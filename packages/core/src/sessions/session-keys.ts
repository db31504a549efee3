import type { SessionState } from '../contract/hooks/session.ts';
import type { MaybePromise, StateStore } from '../contract/hooks/store.ts';
import { andThen } from '../maybe-promise.ts';
import { KeyIndex } from './key-index.ts';

/** What a session may keep in a store: what hooks put there, and approvals that hold for the rest of it. */
export type KeyKind = 'state' | 'grant';

/** Where sessions keep what they store. */
export interface SessionStorage {
  readonly store: StateStore;
  /** Milliseconds a session may be idle; 0 is for ever. */
  readonly idleMs: number;
  /** Called when a session stores its first key. */
  readonly onFirst?: () => void;
}

/** How long the key of a session that never goes idle is kept after its last use: 30 days. */
const ENDLESS_MS = 30 * 24 * 60 * 60 * 1000;

/** For how many milliseconds a session's keys are kept after their last use; a session ends within twice its idle time. */
export function keptMs(idleMs: number): number {
  return idleMs > 0 && Number.isFinite(idleMs) ? 2 * idleMs : ENDLESS_MS;
}

/**
 * The keys of one session. Every one has a lifetime, which its use prolongs, and stands in an index, so that removing
 * them never has to look through all keys of the store.
 */
export class SessionKeys {
  /** What hooks may do with them. */
  readonly state: SessionState = {
    get: (name) => this.#get(name),
    set: (name, value) => this.#set(name, value),
    update: (name, change) => this.#update(name, change),
  };
  readonly #storage: SessionStorage;
  readonly #id: string;
  readonly #keptMs: number;
  readonly #index: KeyIndex;
  /** When this process last prolonged a key, on the monotonic clock. */
  readonly #prolongedAt = new Map<string, number>();

  /** `shared` where other processes may write keys of this session. */
  constructor(storage: SessionStorage, sessionId: string, shared: boolean) {
    this.#storage = storage;
    this.#id = sessionId;
    this.#keptMs = keptMs(storage.idleMs);
    this.#index = new KeyIndex(storage.store, sessionId, shared, this.#keptMs);
  }

  /** False while this process has stored nothing, nor seen that others have. */
  get any(): boolean {
    return this.#index.known.size > 0;
  }

  /** Keeps an approval for as long as the session may be idle. */
  grant(digest: string): MaybePromise<void> {
    const key = keyOf('grant', this.#id, digest);
    const { store, idleMs } = this.#storage;
    const ttlMs = Math.min(idleMs === 0 ? Infinity : idleMs, this.#keptMs);
    return andThen(this.#note(key), () => store.set(key, true, ttlMs));
  }

  isGranted(digest: string): MaybePromise<boolean> {
    const stored = this.#storage.store.get(keyOf('grant', this.#id, digest));
    return andThen(stored, (value) => value === true);
  }

  /** Prolongs what is stored, for a session that is in use although nothing of it is read. */
  async prolong(): Promise<void> {
    for (const key of this.#index.known)
      if (key.startsWith(prefixOf('state', this.#id)) && !this.#isFresh(key))
        await this.#prolong(key);
  }

  /** Removes every key of these kinds, also those that other processes wrote. */
  async remove(kinds: readonly KeyKind[]): Promise<void> {
    const prefixes = kinds.map((kind) => prefixOf(kind, this.#id));
    const keys = await this.#index.list();
    const meant = keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    await Promise.all(meant.map(async (key) => this.#storage.store.set(key, undefined)));
    await this.#index.forget(meant);
  }

  #get<T>(name: string): MaybePromise<T | undefined> {
    const key = keyOf('state', this.#id, name);
    const read = this.#isFresh(key) ? this.#storage.store.get(key) : this.#prolong(key);
    return read as MaybePromise<T | undefined>;
  }

  #set(name: string, value: unknown): MaybePromise<void> {
    const key = keyOf('state', this.#id, name);
    if (value === undefined) return this.#storage.store.set(key, value);
    return andThen(this.#note(key), () => {
      this.#prolongedAt.set(key, performance.now());
      return this.#storage.store.set(key, value, this.#keptMs);
    });
  }

  #update<T>(name: string, change: (current: T | undefined) => T): MaybePromise<T> {
    const key = keyOf('state', this.#id, name);
    return andThen(this.#note(key), () => {
      this.#prolongedAt.set(key, performance.now());
      const changing = (current: unknown): T => change(current as T | undefined);
      return this.#storage.store.update(key, changing, this.#keptMs) as MaybePromise<T>;
    });
  }

  #isFresh(key: string): boolean {
    const at = this.#prolongedAt.get(key);
    return at !== undefined && performance.now() - at < this.#keptMs / 2;
  }

  #prolong(key: string): MaybePromise<unknown> {
    this.#prolongedAt.set(key, performance.now());
    const prolonged = this.#storage.store.update(key, (current) => current, this.#keptMs);
    return andThen(prolonged, (value) =>
      value === undefined ? value : andThen(this.#note(key), () => value),
    );
  }

  #note(key: string): MaybePromise<void> {
    if (!this.any) this.#storage.onFirst?.();
    return this.#index.note(key);
  }
}

function keyOf(kind: KeyKind, sessionId: string, name: string): string {
  return prefixOf(kind, sessionId) + name;
}

/** Where a session's keys begin; the id is encoded so that no id is another's prefix. */
function prefixOf(kind: KeyKind, sessionId: string): string {
  return `interpose:${kind}:${encodeURIComponent(sessionId)}:`;
}
