import type { SuspendedChat } from '../contract/adapter/chat.ts';
import type { SessionOptions } from '../contract/hooks/session.ts';
import type { MaybePromise, StateStore } from '../contract/hooks/store.ts';
import { LinkedList } from '../linked-list.ts';
import { ambient, type Leaves } from './ambient.ts';
import { CleanUps } from './clean-ups.ts';
import { LONGEST_TIMER_MS } from './longest-timer.ts';
import { removedAt, type SessionEnding } from './session-ending.ts';
import { Renewals } from './renewals.ts';
import { isMadeHere, msSinceLoad, Session, type SessionLife } from './session.ts';
import type { KeyKind, SessionStorage } from './session-keys.ts';

/** The sources of a chat's session, strongest first. */
export interface SessionChoice {
  readonly session?: SessionOptions | undefined;
  readonly hostSession?: SessionOptions | undefined;
  readonly resumes?: SuspendedChat | undefined;
}

/** Hears of the ends and failures of sessions. */
export interface SessionListener {
  ended(session: Session, ending: SessionEnding): MaybePromise<void>;
  /** Reports that stored data of a session could not be removed or renewed. */
  failed(session: Session, error: unknown): void;
}

/** The sessions of one registry. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  /** Sessions that each belong to one chat and that nobody has asked for by id. */
  readonly #unasked = new LinkedList<Session>();
  readonly #storage: SessionStorage;
  readonly #idleMs: number;
  readonly #listener: SessionListener;
  readonly #cleanUps: CleanUps;
  readonly #renewals: Renewals;
  #sweep: ReturnType<typeof setTimeout> | undefined;
  /** By the clock of `performance.now`, which nobody sets. */
  #sweepDueAt = Infinity;

  constructor(store: StateStore, idleMs: number, listener: SessionListener) {
    this.#storage = { store, idleMs, onFirst: () => this.#scheduleSweep() };
    this.#idleMs = idleMs;
    this.#listener = listener;
    const tell = (session: Session, error: unknown): void => listener.failed(session, error);
    this.#cleanUps = new CleanUps(idleMs, tell, (id) => this.has(id));
    this.#renewals = new Renewals(idleMs, tell);
  }

  /** Finds or makes the session of a chat; `isNew` if its id was not known. */
  open(choice: SessionChoice): { readonly session: Session; readonly isNew: boolean } {
    // Without a due sweep, no clock is read: reading one costs more than calling a hook.
    if (this.#sweep && performance.now() > this.#sweepDueAt + LATE_MS) this.#makeUpForSweep();
    const surrounding = ambient();
    const { session: named = surrounding?.session ?? choice.hostSession, resumes } = choice;
    const id = named?.id ?? resumes?.sessionId;
    const known = id === undefined ? undefined : this.#find(id);
    const scoped =
      named?.id !== undefined &&
      choice.session === undefined &&
      surrounding?.session?.id === named.id &&
      !surrounding.leaves?.over;
    if (known !== undefined) {
      known.lastSeenAt = msSinceLoad();
      if (scoped && known.life === 'scope') this.#hold(known, surrounding.leaves);
      return { session: known, isNew: false };
    }
    if (named?.id === undefined) return this.#make(id, 'chat', named ?? {});
    const made = this.#make(named.id, scoped ? 'scope' : 'named', named);
    if (scoped) this.#hold(made.session, surrounding.leaves);
    else this.#scheduleSweep();
    return made;
  }

  /** Keeps a session until this scope has settled. It ends with the last scope that is in it. */
  #hold(session: Session, leaves: Leaves | undefined): void {
    const scopes = (session.scopes ??= new Set());
    if (leaves === undefined || scopes.has(leaves)) return;
    scopes.add(leaves);
    leaves.add(() => {
      scopes.delete(leaves);
      return scopes.size === 0 ? this.end(session, 'scope') : undefined;
    });
  }

  /** Makes a session for one dispatch of the app's own. It fires no events. */
  transient(): Session {
    return new Session(undefined, 'chat', {}, this.#storage);
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Ends a session by its id, and removes data that other processes stored under the id. */
  endById(id: string): MaybePromise<void> {
    const session = this.#find(id);
    return session === undefined ? this.#forget(id) : this.end(session, 'explicit');
  }

  end(session: Session, ending: SessionEnding): MaybePromise<void> {
    if (session.ended) return undefined;
    session.ended = true;
    if (!this.#unasked.delete(session)) this.#byId.delete(session.id);
    const told = this.#listener.ended(session, ending);
    const kinds = removedAt(session, ending);
    return kinds.length === 0 ? told : this.#cleanUp(session, kinds, told);
  }

  async endAll(): Promise<void> {
    clearTimeout(this.#sweep);
    this.#sweep = undefined;
    this.#sweepDueAt = Infinity;
    this.#renewals.stop();
    for (const session of this.#all()) await this.end(session, 'closed');
    await this.#cleanUps.finish();
  }

  async #cleanUp(
    session: Session,
    kinds: readonly KeyKind[],
    told: MaybePromise<void>,
  ): Promise<void> {
    await told;
    await this.#cleanUps.run(session, kinds);
  }

  /** Removes data that other processes, or earlier scopes of this one, stored under this id. */
  #forget(id: string): Promise<void> {
    return this.#cleanUps.run(new Session(id, 'named', {}, this.#storage), ['state', 'grant']);
  }

  #make(
    id: string | undefined,
    life: SessionLife,
    options: SessionOptions,
  ): { readonly session: Session; readonly isNew: true } {
    const session = new Session(id, life, options, this.#storage);
    if (id === undefined) this.#unasked.add(session);
    else this.#byId.set(session.id, session);
    return { session, isNew: true };
  }

  /** Finds a session by id. Most sessions come and go with a chat, and nobody asks for their ids. */
  #find(id: string): Session | undefined {
    if (!this.#unasked.isEmpty && isMadeHere(id))
      for (const session of this.#unasked.toArray()) {
        this.#unasked.delete(session);
        this.#byId.set(session.id, session);
      }
    return this.#byId.get(id);
  }

  #all(): readonly Session[] {
    return [...this.#byId.values(), ...this.#unasked.toArray()];
  }

  #scheduleSweep(): void {
    if (this.#sweep !== undefined || !Number.isFinite(this.#idleMs) || this.#idleMs === 0) return;
    const delayMs = Math.min(this.#idleMs, LONGEST_TIMER_MS);
    this.#sweepDueAt = performance.now() + delayMs;
    this.#sweep = setTimeout(() => void this.#endIdle(), delayMs);
    (this.#sweep as { unref?(): void }).unref?.();
  }

  /** On workerd, a timer ends with the request that set it, so the sweep might never come. */
  #makeUpForSweep(): void {
    clearTimeout(this.#sweep);
    void this.#endIdle();
  }

  async #endIdle(): Promise<void> {
    this.#sweep = undefined;
    this.#sweepDueAt = Infinity;
    const oldest = msSinceLoad() - this.#idleMs;
    let waiting = false;
    const done: MaybePromise<void>[] = [];
    for (const session of this.#all()) {
      const isIdle = session.openChats === 0 && session.lastSeenAt <= oldest;
      if (session.life === 'named' && isIdle) done.push(this.end(session, 'idle'));
      else if (session.life === 'named' || session.isStored) waiting = true;
      if (!session.ended && session.isStored) done.push(this.#renewals.run(session));
    }
    // The next sweep is set first, since a store that hangs must not keep other sessions from their end.
    if (waiting) this.#scheduleSweep();
    await Promise.allSettled(done.map(async (each) => each));
  }
}

/** How late a timer may be, in milliseconds, before it counts as lost. */
const LATE_MS = 100;
