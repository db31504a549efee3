import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type {
  AnyProgram,
  AnyTarget,
  FuzzFailure,
  KnownBreach,
} from '../../packages/testing/src/fuzz/index.ts';
import { fuzz } from '../../packages/testing/src/fuzz/index.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses } from './census-files.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';
import { surveyedPackages } from './surveyed-packages.ts';

const { values: options } = parseArgs({
  options: {
    adapter: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

/** What the fuzzer found on one adapter. */
interface Report {
  readonly adapter: string;
  readonly runs: number;
  readonly entriesReached: number;
  readonly entries: number;
  readonly failures: readonly FuzzFailure<AnyProgram>[];
}

/**
 * Runs random programs against every adapter, known gaps left out unless `--all`. Ends with 1 where anything was found.
 * With `--record` the figures of each adapter are kept beside its programs, for the page about mediation.
 */
async function runFuzzer(): Promise<void> {
  const adapters = adaptersToFuzz();
  const write = console.log;
  silence();
  const milliseconds = (Number(options.minutes) * 60_000) / adapters.length;
  const reports: Report[] = [];
  for (const adapter of adapters) reports.push(await fuzzAdapter(adapter, milliseconds));
  if (options.record) for (const report of reports) record(report, milliseconds / 60_000);
  if (options.json) write(JSON.stringify(totalOf(reports), undefined, 2));
  else for (const report of reports) print(report, write);
  // Programs that were broken off may have left timers and streams behind.
  process.exit(reports.some(({ failures }) => failures.length > 0) ? 1 : 0);
}

/** The SDKs print what models fail with, and what they trace. */
function silence(): void {
  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[level] = () => undefined;
}

function adaptersToFuzz(): string[] {
  const named = [...new Set(surveyedPackages.map(({ adapter }) => adapter))].filter(
    (adapter) =>
      (options.adapter === undefined || options.adapter === adapter) &&
      existsSync(join(repositoryRoot, `packages/${adapter}/census/fuzz/targets.ts`)),
  );
  if (named.length === 0) throw new RangeError(`nothing to fuzz for ${options.adapter}`);
  return named;
}

async function fuzzAdapter(adapter: string, milliseconds: number): Promise<Report> {
  const folder = join(repositoryRoot, `packages/${adapter}/census/fuzz`);
  const { targets } = (await import(join(folder, 'targets.ts'))) as {
    targets: readonly AnyTarget[];
  };
  const { knownBreaches } = (await import(join(folder, 'known-breaches.ts'))) as {
    knownBreaches: readonly KnownBreach[];
  };
  const reached = new Set<string>();
  const failures: FuzzFailure<AnyProgram>[] = [];
  let runs = 0;
  for (const target of targets) {
    const found = await fuzz(target, {
      seed: Number(options.seed),
      runs: Number.POSITIVE_INFINITY,
      milliseconds: milliseconds / targets.length,
      known: options.all ? [] : knownBreaches,
    });
    runs += found.runs;
    failures.push(...found.failures);
    for (const entry of found.reached) reached.add(entry);
  }
  return { adapter, runs, ...(await countReached(adapter, reached)), failures };
}

/**
 * Counts the enforced entries of an adapter, and those that programs of the fuzzer reached. What is reached is the id of
 * an entry; or the name of a probe, or `path: ` and a path, which stand for every entry of their classes.
 */
async function countReached(
  adapter: string,
  reached: ReadonlySet<string>,
): Promise<{ readonly entriesReached: number; readonly entries: number }> {
  const classify = classifier(await readClasses(adapter));
  const enforced = new Map<string, boolean>();
  for (const census of readCensuses(adapter).values())
    for (const [id, kind] of Object.entries(census.entries)) {
      const found = classify(id, kind)?.class;
      if (found?.status !== 'enforced') continue;
      const names = [id, `path: ${found.path}`, ...[found.probe ?? []].flat()];
      enforced.set(
        id,
        names.some((name) => reached.has(name)),
      );
    }
  return {
    entriesReached: [...enforced.values()].filter(Boolean).length,
    entries: enforced.size,
  };
}

function record({ adapter, failures, ...figures }: Report, minutes: number): void {
  const path = join(repositoryRoot, `packages/${adapter}/census/fuzz/record.json`);
  const kept = { ...figures, failures: failures.length, minutes };
  writeFileSync(path, `${JSON.stringify(kept, undefined, 2)}\n`);
}

function totalOf(reports: readonly Report[]): object {
  const sum = (read: (report: Report) => number): number =>
    reports.reduce((total, report) => total + read(report), 0);
  return {
    runs: sum(({ runs }) => runs),
    entriesReached: sum(({ entriesReached }) => entriesReached),
    entries: sum(({ entries }) => entries),
    failures: reports.flatMap(({ failures }) => failures),
  };
}

function print(
  { adapter, runs, entriesReached, entries, failures }: Report,
  write: (line: string) => void,
): void {
  write(`${adapter}: ${runs} runs, ${entriesReached} of ${entries} enforced entries reached`);
  for (const { invariant, found, target, version, seed, program } of failures) {
    write(`\n${invariant}: ${found}\n  ${target} ${version}, --seed ${seed}; to see it again:`);
    write(`  expect(await runProgram(target, ${JSON.stringify(program)})).toEqual([]);`);
  }
}

await runFuzzer();
