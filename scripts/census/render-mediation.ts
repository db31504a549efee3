import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FuzzTarget, KnownBreach } from '../../packages/testing/src/fuzz/index.ts';
import type { KnownFailure } from '../../packages/testing/src/probes/known-failures.ts';
import type { ProbeSuite } from '../../packages/testing/src/probes/index.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses } from './census-files.ts';
import { judgeCensus } from './judge-census.ts';
import { surveyedPackages } from './surveyed-packages.ts';

/** Where the page for reviewers is kept, from the root of the repository. */
export const mediationPage = 'docs/mediation.md';

const introduction = `# What is mediated

This page answers one question: **which ways to a model, a tool or a stream pass your policies, and which do not?**
\`pnpm census\` writes it from the SDKs themselves, so no entry can be forgotten.

How to read it:

- *enforced*: hooks are asked before it happens, and their verdict is carried out. Each such entry has a probe: a small app
  that uses the entry under a policy that denies, and then searches everywhere for what was denied.
- *observed*: hooks see it and cannot stop it.
- *unmediated*: hooks do not see it, or no test has shown yet that they do. \`require: 'enforced'\` refuses it.
- *harmless*: it cannot reach a model, a tool or a stream.
- An entry that the census does not know, for example of a newer SDK, counts as unmediated.

The class of every entry, with the reason, is in \`packages/<adapter>/census/classes.ts\`.

## Entries

Every export, method and option of every supported version, floor and latest.

| adapter | package | entries | enforced | observed | unmediated | harmless |
| --- | --- | ---: | ---: | ---: | ---: | ---: |`;

const probesIntroduction = `## Probes

Each probe runs with hooks that deny, change and answer at every event in turn, with hooks that return nothing, with
observers only, and without hooks. Nothing that was denied may appear anywhere, no denied tool may have run, and hooks that
return nothing must not change anything. They run in \`pnpm test\`; \`pnpm probe\` runs them alone.

| adapter | probes | versions | known to fail |
| --- | ---: | --- | ---: |`;

const fuzzIntroduction = `## Fuzzer

Small apps made at random: kinds of agents, ways to wrap them, tools, answers of the model, policies, aborts. Two
hundred of each version run in \`pnpm test\` where an adapter has a \`census/fuzz.test.ts\`; the longest recorded run (\`pnpm fuzz --record\`) was:

| adapter | runs | minutes | enforced entries reached | new failures | known |
| --- | ---: | ---: | ---: | ---: | ---: |`;

/** The page for reviewers, from the committed censuses, the classes, the probes and what the fuzzer found. */
export async function renderMediation(): Promise<string> {
  const adapters = [...new Set(surveyedPackages.map((each) => each.adapter))];
  const probes = await Promise.all(adapters.map((adapter) => readProbes(adapter)));
  const fuzzed = await Promise.all(adapters.map((adapter) => readFuzz(adapter)));
  const sections = [
    [introduction, ...(await Promise.all(adapters.map((adapter) => entryRows(adapter)))).flat()],
    [probesIntroduction, ...probes.map(({ row }) => row)],
    list('Known to fail', 'These are gaps. Whoever mends one removes its line.', [
      ...probes.flatMap(({ gaps }) => gaps),
    ]),
    [fuzzIntroduction, ...fuzzed.map(({ row }) => row)],
    list('Known to the fuzzer', 'Found by the fuzzer and not mended yet.', [
      ...fuzzed.flatMap(({ known }) => known),
    ]),
    list(
      'Accepted differences',
      'Where a hooked run differs from an unhooked one although the hooks say nothing, and why it has to.',
      [...new Set([...probes, ...fuzzed].flatMap(({ accepted }) => accepted))],
    ),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function list(title: string, about: string, lines: readonly string[]): readonly string[] {
  return [`### ${title}`, '', about, '', ...(lines.length === 0 ? ['None.'] : lines)];
}

async function entryRows(adapter: string): Promise<string[]> {
  const { tallies } = judgeCensus(
    [...readCensuses(adapter).values()],
    await readClasses(adapter),
    undefined,
  );
  return [...tallies].map(([census, tally]) => {
    const { entries, enforced, observed, unmediated, harmless } = tally;
    const name = `${census.package} ${census.version}`;
    return rowOf(adapter, name, entries, enforced, observed, unmediated, harmless);
  });
}

interface Probes {
  readonly row: string;
  readonly gaps: readonly string[];
  readonly accepted: readonly string[];
}

async function readProbes(adapter: string): Promise<Probes> {
  const folder = join(repositoryRoot, `packages/${adapter}/census/probes`);
  const { probeNames, suites } = (await import(join(folder, 'suites.ts'))) as {
    probeNames: readonly string[];
    suites: readonly ProbeSuite[];
  };
  const { knownFailures } = await optional<{ knownFailures: readonly KnownFailure[] }>(
    join(folder, 'known-failures.ts'),
    { knownFailures: [] },
  );
  const reasons = new Set(suites.flatMap(({ accepted = [] }) => accepted.map(({ why }) => why)));
  const versions = [...new Set(suites.map(({ version }) => version))].join(', ');
  return {
    row: rowOf(adapter, probeNames.length, versions, knownFailures.length),
    gaps: knownFailures.map(({ probe, mode, version, why }) => {
      const where = [probe ?? 'any probe', mode, version].filter(Boolean).join(', ');
      return `- ${adapter}, ${where}: ${why}`;
    }),
    accepted: [...reasons].map((why) => `- ${adapter}: ${why}`),
  };
}

interface Fuzz {
  readonly row: string;
  readonly known: readonly string[];
  readonly accepted: readonly string[];
}

/** What `pnpm fuzz --record` kept; an adapter without programs for the fuzzer says so. */
async function readFuzz(adapter: string): Promise<Fuzz> {
  const folder = join(repositoryRoot, `packages/${adapter}/census/fuzz`);
  const { knownBreaches } = await optional<{ knownBreaches: readonly KnownBreach[] }>(
    join(folder, 'known-breaches.ts'),
    { knownBreaches: [] },
  );
  const known = knownBreaches.map(({ kind, version, why }) => {
    const where = [kind, version].filter((each) => each !== undefined).join(', ');
    return `- ${adapter}${where === '' ? '' : `, ${where}`}: ${why}`;
  });
  const { targets } = await optional<{ targets: readonly FuzzTarget[] }>(
    join(folder, 'targets.ts'),
    { targets: [] },
  );
  const reasons = targets.flatMap((target) => (target.accepted ?? []).map(({ why }) => why));
  const accepted = [...new Set(reasons)].map((why) => `- ${adapter}: ${why}`);
  const kept = join(folder, 'record.json');
  if (!existsSync(kept)) {
    const none = existsSync(folder) ? 'none recorded' : 'no fuzzer yet';
    return { row: rowOf(adapter, none, '', '', '', known.length), known, accepted };
  }
  const { runs, minutes, entriesReached, entries, failures } = JSON.parse(
    readFileSync(kept, 'utf8'),
  ) as Readonly<Record<'runs' | 'minutes' | 'entriesReached' | 'entries' | 'failures', number>>;
  const reached = `${entriesReached} of ${entries}`;
  return { row: rowOf(adapter, runs, minutes, reached, failures, known.length), known, accepted };
}

function rowOf(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

async function optional<Module>(path: string, otherwise: Module): Promise<Module> {
  return existsSync(path) ? ((await import(path)) as Module) : otherwise;
}
