import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How often somebody may do something in a minute, and how many are remembered. */
interface Limits {
  readonly points: number;
  /** Whoever was seen longest ago is forgotten where there are more. */
  readonly most?: number;
}

const MINUTE_S = 60;
const MOST = 10_000;

/** Counts what each does in a minute, in memory that does not grow with their number. */
export class LimitPerKey {
  readonly #limiter: RateLimiterMemory;
  readonly #most: number;
  /** Who was seen last stands last. */
  readonly #seen = new Set<string>();

  constructor({ points, most = MOST }: Limits) {
    this.#limiter = new RateLimiterMemory({ points, duration: MINUTE_S });
    this.#most = most;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#seen.size;
  }

  /** False where this one has had enough for a minute. */
  async take(key: string): Promise<boolean> {
    this.#seen.delete(key);
    this.#seen.add(key);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= this.#most) break;
      this.#seen.delete(oldest);
      await this.#limiter.delete(oldest);
    }
    return this.#limiter.consume(key).then(
      () => true,
      () => false,
    );
  }
}
