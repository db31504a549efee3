/**
 * The smallest of the values that at least this share of them does not exceed; 0 where there are none.
 *
 * @example
 * percentile([5, 1, 3], 0.5); // => 3
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
