/** The wait before the next attempt. */
export interface Backoff {
  /** The most milliseconds of the first wait. */
  readonly baseMs: number;
  /** The most milliseconds of any wait. */
  readonly maxMs: number;
  /** Returns a number from 0 up to 1. Default: `Math.random`. */
  readonly random: () => number;
}

/**
 * Returns the milliseconds to wait after this attempt: a random time up to a bound that doubles with each attempt, so
 * that many callers do not return at once. It is never less than the server asked for.
 *
 * @returns undefined when the server asked for more than `maxMs`.
 */
export function backoffMs(
  { baseMs, maxMs, random }: Backoff,
  attempt: number,
  askedMs: number | undefined,
): number | undefined {
  const bound = Math.min(maxMs, baseMs * 2 ** (attempt - 1));
  const spread = Math.round(random() * bound);
  if (askedMs === undefined) return spread;
  return askedMs > maxMs ? undefined : Math.min(maxMs, Math.ceil(askedMs) + spread);
}
