const STEPS_PER_DOUBLING = 8;
const SMALLEST_MS = 1e-4;
const BUCKETS = 320;

/** Counts how long decisions take in constant memory; a result is at most nine percent off. */
export class Latency {
  readonly #buckets = new Float64Array(BUCKETS);
  #count = 0;

  add(ms: number): void {
    const place = Math.ceil(
      Math.log2(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) * STEPS_PER_DOUBLING,
    );
    this.#buckets[Math.min(place, BUCKETS - 1)]! += 1;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the milliseconds that this share of decisions stayed under; 0 if there were none. */
  quantile(share: number): number {
    let left = share * this.#count;
    for (const [place, count] of this.#buckets.entries()) {
      left -= count;
      if (left <= 0 && count > 0) return SMALLEST_MS * 2 ** (place / STEPS_PER_DOUBLING);
    }
    return 0;
  }
}
