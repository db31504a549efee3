import type { Tally } from './match-spans.ts';
import type { Quality } from './quality.ts';

/** Precision, recall and F2 of a tally; F2 weighs recall four times as much as precision. */
export function qualityOf({ hits, found, labelled }: Tally): Quality {
  const weighed = 4 * labelled + found;
  return {
    precision: found === 0 ? 0 : hits / found,
    recall: labelled === 0 ? 0 : hits / labelled,
    f2: weighed === 0 ? 0 : (5 * hits) / weighed,
  };
}

/** The tallies together. */
export function pooled(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { hits, found, labelled }) => ({
      hits: sum.hits + hits,
      found: sum.found + found,
      labelled: sum.labelled + labelled,
    }),
    { hits: 0, found: 0, labelled: 0 },
  );
}
