import type { SessionState } from '../contract/hooks/session.ts';
import type { MaybePromise, StateStore } from '../contract/hooks/store.ts';
import { andThen, isThenable } from '../maybe-promise.ts';
import { KeyIndex } from './key-index.ts';
import { keyPart } from './key-part.ts';

/** The kinds of data that a session stores: values of hooks, and approvals for the rest of the session. */
export type KeyKind = 'state' | 'grant';

/** The store of sessions and its limits. */
export interface SessionStorage {
  readonly store: StateStore;
  /** How long a session may be idle, in milliseconds; 0 for no limit. */
  readonly idleMs: number;
  /** Called when a session stores its first key. */
  readonly onFirst?: () => void;
}

/** How long keys are kept after their last use if sessions are never idle: 30 days. */
const ENDLESS_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns how long keys are kept after their last use, in milliseconds: a session ends within twice its idle time. */
export function keptMs(idleMs: number): number {
  return idleMs > 0 && Number.isFinite(idleMs) ? 2 * idleMs : ENDLESS_MS;
}

/**
 * The keys of one session. Every key has a lifetime, which each use renews. An index lists them, so that removing them
 * never has to search all keys of the store.
 */
export class SessionKeys {
  /** The part of the keys that hooks can use. */
  readonly state: SessionState = {
    get: (name) => this.#get(name),
    set: (name, value) => this.#set(name, value),
    update: (name, change) => this.#update(name, change),
  };
  readonly #storage: SessionStorage;
  /** The id, encoded so that no id is the prefix of another one. */
  readonly #id: string;
  readonly #keptMs: number;
  readonly #index: KeyIndex;
  /** When this process last renewed each key, on the monotonic clock. */
  readonly #prolongedAt = new Map<string, number>();

  /** `shared` says whether other processes may write keys of this session. */
  constructor(storage: SessionStorage, sessionId: string, shared: boolean) {
    this.#storage = storage;
    this.#id = keyPart(sessionId);
    this.#keptMs = keptMs(storage.idleMs);
    this.#index = new KeyIndex(storage.store, this.#id, shared, this.#keptMs);
  }

  /** False while this process has stored nothing and has not seen data of others. */
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

  /** Renews the stored keys of a session that is in use but does not read them. */
  async prolong(): Promise<void> {
    for (const key of this.#index.known)
      if (key.startsWith(prefixOf('state', this.#id)) && !this.#isFresh(key))
        await this.#prolong(key);
  }

  /** Removes all keys of these kinds, also those that other processes wrote. */
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
    return andThen(this.#note(key), () =>
      this.#renewed(key, this.#storage.store.set(key, value, this.#keptMs)),
    );
  }

  #update<T>(name: string, change: (current: T | undefined) => T): MaybePromise<T> {
    const key = keyOf('state', this.#id, name);
    return andThen(this.#note(key), () => {
      const changing = (current: unknown): T => change(current as T | undefined);
      const updated = this.#storage.store.update(key, changing, this.#keptMs) as MaybePromise<T>;
      return this.#renewed(key, updated);
    });
  }

  /** Notes that a key is being renewed, and that it was not if this fails: the next use then renews it. */
  #renewed<T>(key: string, writing: MaybePromise<T>): MaybePromise<T> {
    this.#prolongedAt.set(key, performance.now());
    if (!isThenable(writing)) return writing;
    return writing.then(undefined, (error: unknown) => {
      this.#prolongedAt.delete(key);
      throw error;
    });
  }

  #isFresh(key: string): boolean {
    const at = this.#prolongedAt.get(key);
    return at !== undefined && performance.now() - at < this.#keptMs / 2;
  }

  #prolong(key: string): MaybePromise<unknown> {
    const prolonged = this.#storage.store.update(key, (current) => current, this.#keptMs);
    return andThen(this.#renewed(key, prolonged), (value) =>
      value === undefined ? value : andThen(this.#note(key), () => value),
    );
  }

  #note(key: string): MaybePromise<void> {
    if (!this.any) this.#storage.onFirst?.();
    return this.#index.note(key);
  }
}

function keyOf(kind: KeyKind, id: string, name: string): string {
  return prefixOf(kind, id) + name;
}

/** Returns the prefix of a session's keys. */
function prefixOf(kind: KeyKind, id: string): string {
  return `interpose:${kind}:${id}:`;
}
