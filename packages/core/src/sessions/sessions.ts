import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { SessionOptions } from '../contract/hooks/session.ts';
import type { MaybePromise, StateStore } from '../contract/hooks/store.ts';
import { ambient } from './ambient.ts';
import { Session, type SessionLife } from './session.ts';
import { grantPrefix, statePrefix } from './session-state.ts';

/** Why a session ended. */
export type SessionEnding = 'chat' | 'scope' | 'explicit' | 'closed' | 'idle';

/** What can name the session of a chat, strongest first. */
export interface SessionChoice {
  readonly session?: SessionOptions | undefined;
  readonly hostSession?: SessionOptions | undefined;
  readonly resumes?: SuspendedChat | undefined;
}

/** The sessions of one registry. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #store: StateStore;
  readonly #idleMs: number;
  readonly #onEnd: (session: Session, ending: SessionEnding) => MaybePromise<void>;
  #sweep: ReturnType<typeof setTimeout> | undefined;
  /** Epoch milliseconds. */
  #sweepDueAt = Infinity;

  constructor(
    store: StateStore,
    idleMs: number,
    onEnd: (session: Session, ending: SessionEnding) => MaybePromise<void>,
  ) {
    this.#store = store;
    this.#idleMs = idleMs;
    this.#onEnd = onEnd;
  }

  /** Finds or makes the session of a chat; `isNew` at the first sight of its id. */
  open(choice: SessionChoice): { readonly session: Session; readonly isNew: boolean } {
    if (Date.now() > this.#sweepDueAt + LATE_MS) this.#makeUpForSweep();
    const surrounding = ambient();
    const { session: named = surrounding?.session ?? choice.hostSession, resumes } = choice;
    const id = named?.id ?? resumes?.sessionId;
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known !== undefined) {
      known.lastSeenAt = Date.now();
      return { session: known, isNew: false };
    }
    if (named?.id === undefined) return this.#make(id, 'chat', named ?? {});
    const scoped = choice.session === undefined && surrounding?.session?.id === named.id;
    if (scoped) surrounding.leaves?.add(() => this.end(named.id!, 'scope'));
    const made = this.#make(named.id, scoped ? 'scope' : 'named', named);
    if (!scoped) this.#scheduleSweep();
    return made;
  }

  /** A session for one dispatch of the app's own, which nothing tells about. */
  transient(): Session {
    return new Session(undefined, 'chat', {}, this.#store);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  end(id: string, ending: SessionEnding): MaybePromise<void> {
    const session = this.#byId.get(id);
    if (session === undefined || session.ended) return;
    session.ended = true;
    this.#byId.delete(id);
    const told = this.#onEnd(session, ending);
    return session.isStored ? this.#clear(session, ending, told) : told;
  }

  async endAll(): Promise<void> {
    clearTimeout(this.#sweep);
    this.#sweep = undefined;
    this.#sweepDueAt = Infinity;
    for (const id of [...this.#byId.keys()]) await this.end(id, 'closed');
  }

  async #clear(session: Session, ending: SessionEnding, told: MaybePromise<void>): Promise<void> {
    await told;
    if (session.life === 'chat') await this.#store.clear(statePrefix(session.id));
    if (ending !== 'closed') await this.#store.clear(grantPrefix(session.id));
  }

  #make(
    id: string | undefined,
    life: SessionLife,
    options: SessionOptions,
  ): { readonly session: Session; readonly isNew: true } {
    const session = new Session(id, life, options, this.#store);
    this.#byId.set(session.id, session);
    return { session, isNew: true };
  }

  #scheduleSweep(): void {
    if (this.#sweep !== undefined || !Number.isFinite(this.#idleMs) || this.#idleMs === 0) return;
    const delayMs = Math.min(this.#idleMs, MAX_TIMER_MS);
    this.#sweepDueAt = Date.now() + delayMs;
    this.#sweep = setTimeout(() => void this.#endIdle(), delayMs);
    (this.#sweep as { unref?(): void }).unref?.();
  }

  /** On workerd a timer ends with the request that set it, and the sweep would never come. */
  #makeUpForSweep(): void {
    clearTimeout(this.#sweep);
    void this.#endIdle();
  }

  async #endIdle(): Promise<void> {
    this.#sweep = undefined;
    this.#sweepDueAt = Infinity;
    const oldest = Date.now() - this.#idleMs;
    let waiting = false;
    for (const session of [...this.#byId.values()]) {
      if (session.life !== 'named') continue;
      if (session.openChats === 0 && session.lastSeenAt <= oldest)
        await this.end(session.id, 'idle');
      else waiting = true;
    }
    if (waiting) this.#scheduleSweep();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;
/** How late a timer may be before it counts as lost. */
const LATE_MS = 100;
