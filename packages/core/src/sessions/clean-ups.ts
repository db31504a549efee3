import { atMost } from './at-most.ts';
import { lateStore } from './late-store.ts';
import { keptMs, type KeyKind } from './session-keys.ts';
import type { Session } from './session.ts';

interface Pending {
  readonly session: Session;
  readonly kinds: readonly KeyKind[];
  /** On the monotonic clock: the time at which everything of the session has expired by itself. */
  readonly until: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Removes the stored data of ended sessions. A failure is reported and tried again, but never thrown. */
export class CleanUps {
  readonly #idleMs: number;
  readonly #tell: (session: Session, error: unknown) => void;
  readonly #isOpen: (sessionId: string) => boolean;
  readonly #pending = new Set<Pending>();

  constructor(
    idleMs: number,
    tell: (session: Session, error: unknown) => void,
    isOpen: (sessionId: string) => boolean,
  ) {
    this.#idleMs = idleMs;
    this.#tell = tell;
    this.#isOpen = isOpen;
  }

  async run(session: Session, kinds: readonly KeyKind[]): Promise<void> {
    await this.#try(session, kinds, FIRST_DELAY_MS, performance.now() + keptMs(this.#idleMs));
  }

  /** Tries everything that has failed so far once more, and then gives up. */
  async finish(): Promise<void> {
    const pending = [...this.#pending];
    this.#pending.clear();
    await Promise.all(
      pending.map(({ session, kinds, timer }) => {
        clearTimeout(timer);
        return this.#try(session, kinds, 0, -Infinity);
      }),
    );
  }

  async #try(
    session: Session,
    kinds: readonly KeyKind[],
    delayMs: number,
    until: number,
  ): Promise<void> {
    // If the session was opened again, it keeps its state, but its approvals have to be asked for again.
    const meant = this.#isOpen(session.id) ? kinds.filter((kind) => kind === 'grant') : kinds;
    try {
      if (!(await atMost(LONGEST_TRY_MS, session.keys.remove(meant))))
        throw lateStore(LONGEST_TRY_MS, '; what is left there is removed later, or expires');
    } catch (error) {
      this.#tell(session, error);
      if (performance.now() + delayMs < until) this.#later(session, meant, delayMs, until);
    }
  }

  #later(session: Session, kinds: readonly KeyKind[], delayMs: number, until: number): void {
    const timer = setTimeout(() => {
      this.#pending.delete(pending);
      void this.#try(session, kinds, Math.min(2 * delayMs, LONGEST_DELAY_MS), until);
    }, delayMs);
    (timer as { unref?(): void }).unref?.();
    const pending: Pending = { session, kinds, until, timer };
    this.#pending.add(pending);
  }
}

/** A store that never answers must hold up nobody who ends a session. */
const LONGEST_TRY_MS = 10_000;

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 60_000;
