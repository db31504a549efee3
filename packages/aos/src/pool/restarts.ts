import { InterposeError } from '@interpose/core';

/** A worker that is gone within this time of its start has died at it. */
const LIVES_MS = 10_000;
/** How many in a row are replaced at once. */
const AT_ONCE = 5;
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 30_000;

/**
 * When a worker that is gone may be replaced. The first five that die at their start are replaced at once; then there is a rest, twice
 * as long each time: policies that end their thread as they load would otherwise keep a core busy for ever.
 */
export class Restarts {
  #beganAt: number | undefined;
  #deaths = 0;
  #restsUntil = 0;

  /** A worker is ready. */
  began(): void {
    this.#beganAt = performance.now();
  }

  /** A worker is gone, or could not be started; what to add to the reason where none is started for a while. */
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

  /** Milliseconds until a worker may be started; 0 where one may be now. */
  get restMs(): number {
    return Math.max(0, this.#restsUntil - performance.now());
  }

  /** Why nothing is decided meanwhile. */
  problem(module: string): InterposeError {
    const seconds = Math.ceil(this.restMs / 1000);
    return new InterposeError(
      'worker_resting',
      `workers of ${module} die at their start, and the next one starts in ${seconds} s`,
      'repair what ends them: the log names it',
    );
  }
}
