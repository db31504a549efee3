import type { Denial } from '../contract/decisions/outcome.ts';
import type {
  HistoryEntry,
  SessionOptions,
  SessionState,
  SessionView,
} from '../contract/hooks/session.ts';
import type { Dict, User } from '../contract/values/index.ts';
import type { Linked } from '../linked-list.ts';
import { SessionKeys, type SessionStorage } from './session-keys.ts';

const EMPTY: Dict = Object.freeze({});
const NO_HISTORY: readonly HistoryEntry[] = Object.freeze([]);

let steps = 0;

const LOADED_AT = Date.now();

/**
 * Milliseconds since this file was loaded. V8 keeps so small a number in its field once it is rounded, and makes an object
 * of one that counts from 1970.
 */
export function msSinceLoad(): number {
  return Math.floor(Date.now() - LOADED_AT);
}

/** How long a session lives: as long as a chat, a scope, or until it is idle or ended. */
export type SessionLife = 'chat' | 'scope' | 'named';

/** What a session remembers of its decisions. */
interface Past {
  readonly entries: HistoryEntry[];
  /** The same as hooks see it, made when one looks. */
  view: readonly HistoryEntry[] | undefined;
}

/** One session of a registry. Everything that may never be needed is made on first use. */
export class Session implements SessionView, Linked {
  readonly id: string;
  readonly metadata: Dict;
  readonly user: User | undefined;
  readonly life: SessionLife;
  /** Both as `msSinceLoad` counts. */
  readonly startedAt: number = msSinceLoad();
  lastSeenAt: number = this.startedAt;
  /** Chats that run now; an idle sweep leaves the session alone while there are any. */
  openChats = 0;
  ended = false;
  /** Its neighbours among the sessions that nobody has asked for. */
  previous: Linked | undefined;
  next: Linked | undefined;
  /** The chat it was made for, and ends with. */
  madeFor: object | undefined;
  /** The chat it was last seen in; session events come from there. */
  lastChat: object | undefined;
  /** The deny of its start, which no chat of it gets past. */
  denied: Denial | undefined;
  #keys: SessionKeys | undefined;
  #past: Past | undefined;
  #memory: Map<string, unknown> | undefined;
  readonly #storage: SessionStorage;

  /** `id` is given where it has one already. */
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

  /** True where the app or the host gave the id, so that other processes may know it. */
  get named(): boolean {
    return !isMadeHere(this.id);
  }

  get state(): SessionState {
    return this.keys.state;
  }

  /** What it keeps in the store. */
  get keys(): SessionKeys {
    return (this.#keys ??= new SessionKeys(this.#storage, this.id, this.named));
  }

  /** False while this process has stored nothing of it: ending it then needs no trip to the store. */
  get isStored(): boolean {
    return this.#keys?.any ?? false;
  }

  get history(): readonly HistoryEntry[] {
    const past = this.#past;
    if (past === undefined) return NO_HISTORY;
    return (past.view ??= Object.freeze([...past.entries]));
  }

  /** What hosts need remembered about resent messages, in memory only. */
  get memory(): Map<string, unknown> {
    return (this.#memory ??= new Map());
  }

  /** True where this is among what hosts need remembered; most sessions remember nothing. */
  remembers(key: string): boolean {
    return this.#memory?.has(key) === true;
  }

  /** Counted over all sessions, so that a session opened again under its old id does not repeat one. */
  nextStep(): number {
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

/** An id that no other has; made on first use, since some runtimes have no randomness at start. */
export function newId(): string {
  prefix ??= crypto.randomUUID();
  return `${prefix}-${(++made).toString(36)}`;
}

/** True for an id that this process made; others come from the app or its host. */
export function isMadeHere(id: string): boolean {
  return prefix !== undefined && id.startsWith(`${prefix}-`);
}
