import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';
import type { Census } from '../../packages/cli/src/census/take-census.ts';

/** How many entries of one version stand where. */
export type Tally = Record<EntryClass['status'] | 'unclassified' | 'entries', number>;

/** What the classes of an adapter make of its censuses. */
export type Judgement = {
  tallies: Map<Census, Tally>;
  /** Entries nobody has judged, with the version. */
  unclassified: string[];
  /** Patterns that no entry of any version falls to. */
  unused: string[];
  /** Classes that owe a reason or a probe. */
  unfounded: string[];
};

/** Holds the classes of an adapter against every version's entries; `probes` are the names of its probes. */
export function judgeCensus(
  censuses: readonly Census[],
  classes: readonly EntryClass[],
  probes: ReadonlySet<string> | undefined,
): Judgement {
  const classify = classifier(classes);
  const used = new Set<string>();
  const unclassified: string[] = [];
  const tallies = new Map<Census, Tally>();
  for (const census of censuses) {
    const tally = emptyTally();
    for (const [id, kind] of Object.entries(census.entries)) {
      const found = classify(id, kind);
      if (found === undefined)
        unclassified.push(`${census.package}@${census.version}: ${id} — ${kind}`);
      else used.add(found.pattern);
      tally[found?.class.status ?? 'unclassified'] += 1;
      tally.entries += 1;
    }
    tallies.set(census, tally);
  }
  const unused = classes.flatMap(({ entries }) => entries.filter((pattern) => !used.has(pattern)));
  return {
    tallies,
    unclassified,
    unused,
    unfounded: classes.flatMap((each) => lacks(each, probes)),
  };
}

function emptyTally(): Tally {
  return { entries: 0, enforced: 0, observed: 0, unmediated: 0, harmless: 0, unclassified: 0 };
}

function lacks(
  { entries, status, path, why, probe }: EntryClass,
  probes: ReadonlySet<string> | undefined,
): string[] {
  const name = `the class of ${entries[0] ?? path}`;
  if (status !== 'enforced')
    return why === undefined ? [`${name} is ${status} and says not why`] : [];
  const named = probe === undefined ? [] : typeof probe === 'string' ? [probe] : probe;
  if (probes === undefined) return [];
  if (named.length === 0) return [`${name} is enforced and has no probe`];
  return named
    .filter((each) => !probes.has(each))
    .map((each) => `${name} names the probe "${each}", which does not exist`);
}
