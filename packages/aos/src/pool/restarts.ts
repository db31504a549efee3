import { InterposeError } from '@interpose/core';

/** A worker that ends within this time after its start counts as a failed start. */
const LIVES_MS = 10_000;
/** The number of failed starts in a row after which a worker is still replaced at once. */
const AT_ONCE = 5;
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 30_000;

/**
 * Decides when to replace an ended worker. The first five failed starts are replaced at once, then after a rest, twice
 * as long each time: policies that end their thread while loading would otherwise keep a core busy for ever.
 */
export class Restarts {
  #beganAt: number | undefined;
  #deaths = 0;
  #restsUntil = 0;

  /** Notes that a worker is ready. */
  began(): void {
    this.#beganAt = performance.now();
  }

  /** Notes that a worker ended or failed to start; returns text for the reason if there is a rest. */
  ended(): string {
    const now = performance.now();
    if (this.#beganAt !== undefined && now - this.#beganAt >= LIVES_MS) this.#deaths = 0;
    this.#beganAt = undefined;
    this.#deaths += 1;
    if (this.#deaths <= AT_ONCE) return '';
    const restMs = Math.min(FIRST_REST_MS * 2 ** (this.#deaths - AT_ONCE - 1), LONGEST_REST_MS);
    this.#restsUntil = now + restMs;
    return `; it died ${this.#deaths} times in a row within ${LIVES_MS / 1000} s of its start, so none is started for ${restMs / 1000} s, and what it would decide is not decided`;
  }

  /** The milliseconds until a worker may be started; 0 if it may start now. */
  get restMs(): number {
    return Math.max(0, this.#restsUntil - performance.now());
  }

  /** Returns the error for the time of rest, in which nothing is decided. */
  problem(module: string): InterposeError {
    const seconds = Math.ceil(this.restMs / 1000);
    return new InterposeError(
      'worker_resting',
      `workers of ${module} die at their start, and the next one starts in ${seconds} s`,
      'repair what ends them: the log names it',
    );
  }
}
