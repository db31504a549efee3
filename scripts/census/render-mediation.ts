import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { KnownFailure } from '../../packages/testing/src/probes/known-failures.ts';
import type { ProbeSuite } from '../../packages/testing/src/probes/index.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses } from './census-files.ts';
import { judgeCensus } from './judge-census.ts';
import { surveyedPackages } from './surveyed-packages.ts';

/** Where the page for reviewers is kept, from the root of the repository. */
export const mediationPage = 'docs/mediation.md';

const introduction = `# What is mediated

Written by \`pnpm census\`. Every entry of every supported SDK version is counted and judged: an *enforced* entry passes
the hooks and their verdict holds, an *observed* one is reported, an *unmediated* one passes no hook or nobody has shown
yet that it does, and through a *harmless* one no model, tool or stream can be reached. The judgements, with their
reasons, are in \`packages/<adapter>/census/classes.ts\`; \`pnpm probe\` runs the probes.

| adapter | package | entries | enforced | observed | unmediated | harmless |
| --- | --- | ---: | ---: | ---: | ---: | ---: |`;

/** The page for reviewers, from the committed censuses, the classes and what the probes are known to find. */
export async function renderMediation(): Promise<string> {
  const rows: string[] = [];
  const known: string[] = [];
  for (const adapter of new Set(surveyedPackages.map((each) => each.adapter))) {
    const censuses = [...readCensuses(adapter).values()];
    const { tallies } = judgeCensus(censuses, await readClasses(adapter), undefined);
    for (const [census, tally] of tallies) {
      const { entries, enforced, observed, unmediated, harmless } = tally;
      const name = `${census.package} ${census.version}`;
      rows.push(
        `| ${[adapter, name, entries, enforced, observed, unmediated, harmless].join(' | ')} |`,
      );
    }
    known.push(...(await probesOf(adapter)));
  }
  return `${[introduction, ...rows].join('\n')}\n\n## Probes\n\n${known.join('\n')}\n`;
}

/** How many probes an adapter has, and what they are known to find. */
async function probesOf(adapter: string): Promise<string[]> {
  const folder = join(repositoryRoot, `packages/${adapter}/census/probes`);
  if (!existsSync(join(folder, 'suites.ts')))
    return [`- ${adapter}: no probes yet; its enforced entries rest on the conformance suite.`];
  const { probeNames, suites } = (await import(join(folder, 'suites.ts'))) as {
    probeNames: readonly string[];
    suites: readonly ProbeSuite[];
  };
  const differences = new Set(
    suites.flatMap(({ accepted = [] }) => accepted.map(({ why }) => why)),
  );
  const accepted = [...differences].map((why) => `  - ${why}`);
  const probes = `- ${adapter}: ${probeNames.length} probes`;
  const listed = join(folder, 'known-failures.ts');
  if (!existsSync(listed))
    return [`${probes}${accepted.length === 0 ? '.' : '; accepted differences:'}`, ...accepted];
  const { knownFailures } = (await import(listed)) as { knownFailures: readonly KnownFailure[] };
  const gaps = knownFailures.map(
    ({ probe, mode, version, why }) =>
      `  - ${[probe ?? 'any probe', mode, version].filter(Boolean).join(', ')}: ${why}`,
  );
  return [`${probes}; known to fail:`, ...gaps];
}
