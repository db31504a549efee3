/** How long to wait before the next attempt. */
export interface Backoff {
  /** Milliseconds the first wait is at most. */
  readonly baseMs: number;
  /** Milliseconds every wait is at most. */
  readonly maxMs: number;
  /** From 0 up to 1; `Math.random` by default. */
  readonly random: () => number;
}

/**
 * Milliseconds to wait after this attempt: anything up to a bound that doubles with each attempt, so that many callers
 * do not come back at once; never less than was asked for.
 *
 * @returns undefined when more was asked for than may be waited.
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
