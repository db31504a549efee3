import type { Census } from './take-census.ts';

/** What one version has that another has not, or has otherwise. */
export type Differences = { added: string[]; gone: string[]; changed: string[] };

/** Compares two versions of one package, entry by entry. */
export function compareCensuses(before: Census, after: Census): Differences {
  const ids = Object.keys(after.entries);
  return {
    added: ids.filter((id) => !(id in before.entries)),
    gone: Object.keys(before.entries).filter((id) => !(id in after.entries)),
    changed: ids
      .filter((id) => id in before.entries && before.entries[id] !== after.entries[id])
      .map((id) => `${id}: ${before.entries[id]} → ${after.entries[id]}`),
  };
}
