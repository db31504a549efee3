import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { ProbeReport } from '../../packages/testing/src/probes/run-suite.ts';
import { runSuites, type ProbeSuite } from '../../packages/testing/src/probes/index.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses } from './census-files.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';
import { surveyedPackages } from './surveyed-packages.ts';

const { values: options } = parseArgs({
  options: { adapter: { type: 'string' }, json: { type: 'boolean', default: false } },
});

/** How many enforced entries there are, how many of them a probe runs, and what the probes found. */
type Report = Omit<ProbeReport, 'probed'> & { adapter: string; entries: number; probed: number };

/** Runs the probes of every adapter, known failures included. Ends with 1 where anything was found. */
async function probe(): Promise<void> {
  const reports: Report[] = [];
  for (const adapter of new Set(surveyedPackages.map((each) => each.adapter))) {
    if (options.adapter !== undefined && options.adapter !== adapter) continue;
    const path = join(repositoryRoot, `packages/${adapter}/census/probes/suites.ts`);
    if (!existsSync(path)) continue;
    const { suites } = (await import(path)) as { suites: readonly ProbeSuite[] };
    const names = new Set(suites.flatMap(({ probes }) => probes.map(({ name }) => name)));
    const found = await runSuites(suites);
    reports.push({ ...found, adapter, ...(await countEntries(adapter, names)) });
  }
  if (options.json) console.log(JSON.stringify(totalOf(reports), undefined, 2));
  else for (const report of reports) print(report);
  if (reports.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

async function countEntries(
  adapter: string,
  names: ReadonlySet<string>,
): Promise<{ entries: number; probed: number }> {
  const classify = classifier(await readClasses(adapter));
  const enforced = new Map<string, boolean>();
  for (const census of readCensuses(adapter).values())
    for (const [id, kind] of Object.entries(census.entries)) {
      const found = classify(id, kind)?.class;
      if (found?.status !== 'enforced') continue;
      enforced.set(
        id,
        [found.probe ?? []].flat().some((name) => names.has(name)),
      );
    }
  return { entries: enforced.size, probed: [...enforced.values()].filter(Boolean).length };
}

function totalOf(reports: readonly Report[]): object {
  const sum = (read: (report: Report) => number): number =>
    reports.reduce((total, report) => total + read(report), 0);
  return {
    entries: sum(({ entries }) => entries),
    probed: sum(({ probed }) => probed),
    runs: sum(({ runs }) => runs),
    leaks: sum(({ leaks }) => leaks),
    unasked: sum(({ unasked }) => unasked),
    differences: sum(({ differences }) => differences),
    failures: reports.flatMap(({ adapter, failures }) =>
      failures.map((failure) => ({ adapter, ...failure })),
    ),
  };
}

function print({ adapter, failures, ...counts }: Report): void {
  const told = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`${adapter}: ${told.join(', ')}`);
  for (const { version, probe: name, mode, kind, found } of failures)
    console.log(`  ${kind}  ${version}  ${name}, ${mode}: ${found}`);
}

await probe();
