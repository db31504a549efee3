import { RateLimiterMemory } from 'rate-limiter-flexible';

/** The actions allowed in a minute, and the number of keys to remember. */
interface Limits {
  readonly points: number;
  /** Beyond this number, the key that was seen longest ago is forgotten. */
  readonly most?: number;
}

const MINUTE_S = 60;
const MOST = 10_000;

/** Counts actions by key in a minute, with bounded memory. */
export class LimitPerKey {
  readonly #limiter: RateLimiterMemory;
  readonly #most: number;
  /** The keys, with the most recent one last. */
  readonly #seen = new Set<string>();

  constructor({ points, most = MOST }: Limits) {
    this.#limiter = new RateLimiterMemory({ points, duration: MINUTE_S });
    this.#most = most;
  }

  /** The number of remembered keys. */
  get size(): number {
    return this.#seen.size;
  }

  /** Counts an action; false if the key has used up its minute. */
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
