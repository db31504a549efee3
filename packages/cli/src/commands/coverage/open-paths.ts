import type { NearestCensus } from '../../census/shipped-census.ts';

/** The number of entries for each status. */
export interface Tally {
  readonly enforced: number;
  readonly observed: number;
  readonly unmediated: number;
  readonly harmless: number;
}

/** The entries that are not enforced for one reason. */
export interface OpenPaths {
  readonly status: 'observed' | 'unmediated';
  readonly paths: readonly string[];
  readonly entries: number;
  readonly why: string;
}

/** Counts the entries of a version by status. */
export function tallyOf({ entries }: NearestCensus): Tally {
  const tally = { enforced: 0, observed: 0, unmediated: 0, harmless: 0 };
  for (const { judged } of entries.values()) tally[judged.status] += 1;
  return tally;
}

/** Returns the entries of a version that are not enforced, grouped by reason; observed first. */
export function openPaths({ entries }: NearestCensus): readonly OpenPaths[] {
  const open = [...entries.values()]
    .map(({ judged }) => judged)
    .filter(({ status }) => status === 'observed' || status === 'unmediated');
  const alike = Map.groupBy(open, ({ status, why }) => `${status} ${why}`);
  return [...alike.values()]
    .map((same) => ({
      status: same[0]!.status as OpenPaths['status'],
      paths: [...new Set(same.map(({ path }) => path))].toSorted(),
      entries: same.length,
      why: same[0]!.why ?? '',
    }))
    .toSorted((a, b) =>
      a.status === b.status ? b.entries - a.entries : a.status < b.status ? -1 : 1,
    );
}
