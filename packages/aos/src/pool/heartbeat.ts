import { fairTimer } from './fair-timer.ts';

/** Pings a worker repeatedly while it has work to do. */
export class Heartbeat {
  readonly #budgetMs: number;
  readonly #ping: () => void;
  readonly #silent: () => void;
  /** Cancels the next ping, or the judging of a silent worker. */
  #cancel: (() => void) | undefined;
  #awaits = false;
  #saidAt = 0;

  constructor(budgetMs: number, ping: () => void, silent: () => void) {
    this.#budgetMs = budgetMs;
    this.#ping = ping;
    this.#silent = silent;
  }

  /** Starts, unless it has started. */
  start(): void {
    if (this.#cancel === undefined) this.#beat();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#awaits = false;
  }

  /** Notes a message of the worker, which shows that it is not blocked: many messages may come before the next pong. */
  lives(): void {
    this.#saidAt = performance.now();
  }

  /** Notes the answer to a ping; the next ping follows after a while. */
  heard(): void {
    if (!this.#awaits) return;
    this.#awaits = false;
    this.#cancel?.();
    const timer = setTimeout(() => this.#beat(), this.#budgetMs / 4);
    this.#cancel = () => clearTimeout(timer);
  }

  #beat(): void {
    this.#awaits = true;
    this.lives();
    this.#ping();
    this.#judgeIn(this.#budgetMs);
  }

  /** Judges a silent worker after this time. */
  #judgeIn(ms: number): void {
    this.#cancel = fairTimer(ms, () => {
      const leftMs = this.#saidAt + this.#budgetMs - performance.now();
      if (leftMs > 0) this.#judgeIn(leftMs);
      else this.#silent();
    });
  }
}
