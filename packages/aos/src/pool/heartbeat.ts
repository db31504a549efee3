/** Pings a worker repeatedly while it has work to do. */
export class Heartbeat {
  readonly #budgetMs: number;
  readonly #ping: () => void;
  readonly #silent: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #awaits = false;
  #saidAt = 0;

  constructor(budgetMs: number, ping: () => void, silent: () => void) {
    this.#budgetMs = budgetMs;
    this.#ping = ping;
    this.#silent = silent;
  }

  /** Starts, unless it has started. */
  start(): void {
    if (this.#timer === undefined) this.#beat();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), this.#budgetMs / 4);
  }

  #beat(): void {
    this.#awaits = true;
    this.lives();
    this.#ping();
    this.#judgeIn(this.#budgetMs, false);
  }

  /**
   * Judges a silent worker after this time. This thread may have been blocked itself, so waiting answers are read first.
   * Where it is late, the machine may have stood still: the worker gets that time once more, since it had as little of it.
   */
  #judgeIn(ms: number, isLast: boolean): void {
    const dueAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      const lateMs = performance.now() - dueAt;
      setImmediate(() => {
        if (!this.#awaits) return;
        const leftMs = this.#saidAt + this.#budgetMs - performance.now();
        if (leftMs > 0) this.#judgeIn(leftMs, isLast);
        else if (isLast || lateMs < this.#budgetMs / 10) this.#silent();
        else this.#judgeIn(Math.min(lateMs, this.#budgetMs), true);
      });
    }, ms);
  }
}
