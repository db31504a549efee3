import { LONGEST_TIMER_MS } from './longest-timer.ts';
import type { Session } from './session.ts';

/** Renews the stored keys of sessions that are in use: a long call reads nothing of its session, but they must not expire. */
export class Renewals {
  readonly #delayMs: number;
  readonly #tell: (session: Session, error: unknown) => void;
  readonly #failed = new Map<Session, ReturnType<typeof setTimeout>>();

  constructor(idleMs: number, tell: (session: Session, error: unknown) => void) {
    this.#delayMs = Math.min(idleMs / TRIES, LONGEST_TIMER_MS);
    this.#tell = tell;
  }

  /** Renews the keys of a session. A failure is told and tried again before the keys expire. */
  async run(session: Session): Promise<void> {
    try {
      await session.keys.prolong();
    } catch (error) {
      this.#tell(session, error);
      if (!session.ended && !this.#failed.has(session)) this.#later(session);
    }
  }

  stop(): void {
    for (const timer of this.#failed.values()) clearTimeout(timer);
    this.#failed.clear();
  }

  #later(session: Session): void {
    const timer = setTimeout(() => {
      this.#failed.delete(session);
      if (!session.ended) void this.run(session);
    }, this.#delayMs);
    (timer as { unref?(): void }).unref?.();
    this.#failed.set(session, timer);
  }
}

/** How often a renewal is tried within the time that a session may be idle. */
const TRIES = 8;
