import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readCensuses, readClasses, writeCensuses } from './census-files.ts';
import {
  compareCensuses,
  type Differences,
} from '../../packages/cli/src/census/compare-censuses.ts';
import { writeDeclared } from './declare-coverage.ts';
import { installLatest } from './install-latest.ts';
import { judgeCensus, type Judgement, type Tally } from './judge-census.ts';
import { mediationPage, renderMediation } from './render-mediation.ts';
import { writeShipped } from './ship-census.ts';
import { surveyedPackages } from './surveyed-packages.ts';
import { takeCensus, type Census } from '../../packages/cli/src/census/take-census.ts';
import { repositoryRoot } from '../list-workspaces.ts';

const { values: options } = parseArgs({
  options: {
    adapter: { type: 'string' },
    latest: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const chosen = surveyedPackages.filter(
  ({ adapter }) => options.adapter === undefined || options.adapter === adapter,
);

/**
 * Writes the census of every installed version, or with `--latest` compares the newest published ones with it.
 * Ends with 1 where an entry has no class.
 */
async function census(): Promise<void> {
  if (chosen.length === 0) throw new Error(`no adapter "${options.adapter}" is surveyed`);
  const censuses = options.latest ? await surveyLatest() : await surveyInstalled();
  const report: object[] = [];
  for (const [adapter, taken] of Map.groupBy(censuses, ({ adapter: name }) => name)) {
    const versions = taken.map(({ census: each }) => each);
    if (!options.latest) {
      writeCensuses(adapter, versions);
      await writeDeclared(adapter);
      await writeShipped(adapter);
    }
    const judgement = judgeCensus(versions, await readClasses(adapter), undefined);
    report.push(...reportOn(adapter, judgement));
    if (judgement.unclassified.length > 0) process.exitCode = 1;
  }
  if (!options.latest) writeFileSync(join(repositoryRoot, mediationPage), await renderMediation());
  if (options.json) console.log(JSON.stringify(report, undefined, 2));
}

type Taken = { adapter: string; census: Census };

async function surveyInstalled(): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const surveyed of chosen)
    for (const folder of surveyed.installed) {
      const read = await takeCensus(join(repositoryRoot, folder), surveyed);
      taken.push({ adapter: surveyed.adapter, census: read });
    }
  return taken;
}

async function surveyLatest(): Promise<Taken[]> {
  const { root, latest } = await installLatest(chosen);
  try {
    const taken: Taken[] = [];
    for (const { surveyed, folder } of latest)
      taken.push({ adapter: surveyed.adapter, census: await takeCensus(folder, surveyed) });
    return taken;
  } finally {
    rmSync(root, { recursive: true });
  }
}

type Row = { adapter: string; package: string; version: string } & Tally & Partial<Differences>;

function reportOn(adapter: string, { tallies, unclassified }: Judgement): object[] {
  const rows = [...tallies].map(([each, tally]): Row => {
    const known = options.latest ? newestKnown(adapter, each) : undefined;
    const differences = known === undefined ? undefined : compareCensuses(known, each);
    return { adapter, package: each.package, version: each.version, ...tally, ...differences };
  });
  if (!options.json) for (const row of rows) print(row);
  if (!options.json) printUnclassified(unclassified);
  return rows.map((row) => ({
    ...row,
    unclassifiedEntries: unclassified.filter((entry) =>
      entry.startsWith(`${row.package}@${row.version}: `),
    ),
  }));
}

function print(row: Row): void {
  const { adapter, package: name, version, added, gone, changed, ...tally } = row;
  const counts = Object.entries(tally).map(
    ([status, count]) => `${String(count).padStart(5)} ${status}`,
  );
  console.log(`${adapter.padEnd(14)} ${`${name}@${version}`.padEnd(34)}${counts.join(' ')}`);
  for (const id of added ?? []) console.log(`  new      ${id}`);
  for (const id of gone ?? []) console.log(`  gone     ${id}`);
  for (const id of changed ?? []) console.log(`  changed  ${id}`);
}

function printUnclassified(entries: readonly string[]): void {
  for (const entry of entries.slice(0, 40)) console.log(`unclassified  ${entry}`);
  if (entries.length > 40) console.log(`unclassified  and ${entries.length - 40} more; see --json`);
}

/** The committed census that a new version is held against: the newest of the same major, else the newest. */
function newestKnown(adapter: string, { package: name, version }: Census): Census | undefined {
  const major = version.split('.')[0];
  const known = [...readCensuses(adapter).values()]
    .filter((each) => each.package === name)
    .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  return known.findLast((each) => each.version.split('.')[0] === major) ?? known.at(-1);
}

await census();
