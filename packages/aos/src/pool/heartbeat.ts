/** Asks a worker again and again whether it is still there, as long as it has something to do. */
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

  /** Begins, unless it has begun. */
  start(): void {
    if (this.#timer === undefined) this.#beat();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#awaits = false;
  }

  /** The worker has said something, so that nothing holds it: many questions may stand before the next answer to a ping. */
  lives(): void {
    this.#saidAt = performance.now();
  }

  /** The worker has answered; it is asked again after a while. */
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
    this.#timer = setTimeout(() => this.#judge(), this.#budgetMs);
  }

  /** This thread may have been held up itself: an answer that waits is read before the worker is judged. */
  #judge(): void {
    setImmediate(() => {
      if (!this.#awaits) return;
      const leftMs = this.#saidAt + this.#budgetMs - performance.now();
      if (leftMs > 0) this.#timer = setTimeout(() => this.#judge(), leftMs);
      else this.#silent();
    });
  }
}
