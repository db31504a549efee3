import type { Span } from '@interpose/policies/redact-personal';

/** How the found spans of one type meet the labelled ones. */
export interface Tally {
  readonly hits: number;
  readonly found: number;
  readonly labelled: number;
}

/** What two spans have in common must be more than this share of what they cover together. */
const SHARED = 0.5;

/**
 * Pairs found spans with labelled ones of the same type, best overlap first, each at most once. A pair counts when the
 * spans share more than half of the characters that they cover together, so a found span that is twice too long, or half
 * too short, is a miss and a false find.
 */
export function matchSpans(found: readonly Span[], labelled: readonly Span[]): Tally {
  const pairs = found
    .flatMap((left) => labelled.map((right) => ({ left, right, shared: shareOf(left, right) })))
    .filter(({ shared }) => shared > SHARED)
    .toSorted((a, b) => b.shared - a.shared);
  const used = new Set<Span>();
  let hits = 0;
  for (const { left, right } of pairs) {
    if (used.has(left) || used.has(right)) continue;
    used.add(left).add(right);
    hits += 1;
  }
  return { hits, found: found.length, labelled: labelled.length };
}

function shareOf(a: Span, b: Span): number {
  const both = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return both <= 0 ? 0 : both / (Math.max(a.end, b.end) - Math.min(a.start, b.start));
}
