import type { Denial } from '../contract/decisions/outcome.ts';
import type {
  HistoryEntry,
  SessionOptions,
  SessionState,
  SessionView,
} from '../contract/hooks/session.ts';
import type { Dict, User } from '../contract/values/index.ts';
import type { Linked } from '../linked-list.ts';
import type { Leaves } from './ambient.ts';
import { SessionKeys, type SessionStorage } from './session-keys.ts';

const EMPTY: Dict = Object.freeze({});
const NO_HISTORY: readonly HistoryEntry[] = Object.freeze([]);

/** The number of the last step. It begins anywhere, since other processes count the steps of the same named session. */
let steps = 0;

const LOADED_AT = performance.now();

/**
 * Returns the milliseconds since this file was loaded, rounded, by a clock that nobody sets. V8 keeps such a small number
 * inside its field, but makes an object for a number that counts from 1970.
 */
export function msSinceLoad(): number {
  return Math.floor(performance.now() - LOADED_AT);
}

/** The lifetime of a session: until its chat ends, until its scope ends, or until it is idle or ended by name. */
export type SessionLife = 'chat' | 'scope' | 'named';

/** The decisions that a session remembers. */
interface Past {
  readonly entries: HistoryEntry[];
  /** The frozen copy for hooks, made when one reads it. */
  view: readonly HistoryEntry[] | undefined;
}

/** One session of a registry. Parts that may never be needed are made on first use. */
export class Session implements SessionView, Linked {
  readonly id: string;
  readonly metadata: Dict;
  readonly user: User | undefined;
  readonly life: SessionLife;
  /** The start and the last use, in milliseconds as `msSinceLoad` counts. */
  readonly startedAt: number = msSinceLoad();
  lastSeenAt: number = this.startedAt;
  /** The number of running chats. An idle sweep skips the session while there are any. */
  openChats = 0;
  ended = false;
  /** The scopes that are in the session, if it ends with the last of them. */
  scopes: Set<Leaves> | undefined;
  /** The neighbours in the list of sessions that nobody has asked for. */
  previous: Linked | undefined;
  next: Linked | undefined;
  /** The chat for which the session was made, and with which it ends. */
  madeFor: object | undefined;
  /** The chat in which the session was last seen. Session events come from it. */
  lastChat: object | undefined;
  /** The deny of the session's start. No chat of the session gets past it. */
  denied: Denial | undefined;
  #keys: SessionKeys | undefined;
  #past: Past | undefined;
  #memory: Map<string, unknown> | undefined;
  readonly #storage: SessionStorage;

  /** `id` is given if the session has one already. */
  constructor(
    id: string | undefined,
    life: SessionLife,
    options: SessionOptions,
    storage: SessionStorage,
  ) {
    this.id = id ?? newId();
    this.life = life;
    this.metadata = options.metadata ?? EMPTY;
    this.user = options.user;
    this.#storage = storage;
  }

  /** Whether the app or the host gave the id, so that other processes may know it. */
  get named(): boolean {
    return !isMadeHere(this.id);
  }

  get state(): SessionState {
    return this.keys.state;
  }

  /** The data of the session in the store. */
  get keys(): SessionKeys {
    return (this.#keys ??= new SessionKeys(this.#storage, this.id, this.named));
  }

  /** False while this process has stored nothing for the session. Ending it then needs no access to the store. */
  get isStored(): boolean {
    return this.#keys?.any ?? false;
  }

  get history(): readonly HistoryEntry[] {
    const past = this.#past;
    if (past === undefined) return NO_HISTORY;
    return (past.view ??= Object.freeze([...past.entries]));
  }

  /** Notes about messages that hosts send again, in memory only. */
  get memory(): Map<string, unknown> {
    return (this.#memory ??= new Map());
  }

  /** Whether there is such a note under this key. Most sessions have none. */
  remembers(key: string): boolean {
    return this.#memory?.has(key) === true;
  }

  /** Counts over all sessions, so that a session that is opened again under its old id repeats no number. */
  nextStep(): number {
    steps ||= Math.floor(Math.random() * 2 ** 30);
    return ++steps;
  }

  remember(entry: HistoryEntry, limit: number): void {
    if (limit <= 0) return;
    const past = (this.#past ??= { entries: [], view: undefined });
    const { entries } = past;
    entries.push(Object.freeze(entry));
    if (entries.length > limit) entries.splice(0, entries.length - limit);
    past.view = undefined;
  }
}

let prefix: string | undefined;
let made = 0;

/** Returns a unique id. The prefix is made on first use, since some runtimes have no randomness while they start. */
export function newId(): string {
  prefix ??= crypto.randomUUID();
  return `${prefix}-${(++made).toString(36)}`;
}

/** Whether this process made the id. Other ids come from the app or the host. */
export function isMadeHere(id: string): boolean {
  return prefix !== undefined && id.startsWith(`${prefix}-`);
}
