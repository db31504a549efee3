import { compareLogs, type ParityDifference } from './compare-logs.ts';
import { describePlace } from './describe-entry.ts';
import type { ListedDifference } from './listed-difference.ts';
import type { ParityEntry } from '../log/parity-entry.ts';

/** How one run went in one framework. */
export interface FrameworkLog {
  readonly framework: string;
  readonly entries: readonly ParityEntry[];
}

/** A difference that nobody listed. */
export interface UnlistedDifference extends ParityDifference {
  readonly framework: string;
}

/** How one run compares over all frameworks. */
export interface RunParity {
  readonly unlisted: readonly UnlistedDifference[];
  /** How often each listed difference showed. */
  readonly listed: ReadonlyMap<ListedDifference, number>;
}

/**
 * Compares one run in every framework with the first of them. A difference is listed where the list
 * of the framework has it, or that of the first one the other way round.
 */
export function judgeParity(
  [first, ...others]: readonly FrameworkLog[],
  list: readonly ListedDifference[],
): RunParity {
  const unlisted: UnlistedDifference[] = [];
  const listed = new Map<ListedDifference, number>();
  if (first === undefined) return { unlisted, listed };
  const ownPlaces = new Set<string>();
  for (const { framework, entries } of others) {
    for (const difference of compareLogs(first.entries, entries)) {
      const known = findListed(list, first.framework, framework, difference);
      if (known === undefined) unlisted.push({ framework, ...difference });
      else if (known.framework === framework || isNew(ownPlaces, difference)) {
        listed.set(known, (listed.get(known) ?? 0) + 1);
      }
    }
  }
  return { unlisted, listed };
}

function findListed(
  list: readonly ListedDifference[],
  first: string,
  framework: string,
  { expected, got }: ParityDifference,
): ListedDifference | undefined {
  const event = (got ?? expected)?.event;
  return list.find((entry) => {
    if (entry.event !== event) return false;
    if (entry.framework === framework) return entry.matches(towards(got, expected));
    return entry.framework === first && entry.matches(towards(expected, got));
  });
}

function towards(
  own: ParityEntry | undefined,
  others: ParityEntry | undefined,
): Parameters<ListedDifference['matches']>[0] {
  return { ...(own === undefined ? {} : { own }), ...(others === undefined ? {} : { others }) };
}

/** What the first framework alone does shows beside each of the others, and counts once. */
function isNew(places: Set<string>, { expected, got }: ParityDifference): boolean {
  const entry = expected ?? got;
  const place = entry === undefined ? '' : describePlace(entry);
  const isFirst = !places.has(place);
  places.add(place);
  return isFirst;
}
