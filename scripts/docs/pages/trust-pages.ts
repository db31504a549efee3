import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';
import { benchmarkPage } from './benchmark-page.ts';
import { heldRows } from './held-behaviours.ts';
import type { Page } from './page.ts';
import { withRepositoryLinks } from './repository-links.ts';

/** The page class for tables with many narrow columns of numbers, which belong side by side. */
const figures = '---\npageClass: figures\n---';

/** Returns pages about what is mediated and which behaviours adapters pass, from the committed reports. */
export function trustPages(): readonly Page[] {
  return [
    { path: 'trust/mediation', markdown: `${figures}\n\n${report('docs/mediation.md')}` },
    { path: 'trust/conformance', markdown: conformance() },
    benchmarkPage(),
  ];
}

function conformance(): string {
  const rows = heldRows().map(
    ({ adapter, version, target, held, asked }) =>
      `| ${adapter} | ${version} | ${target} | ${held} | ${asked - held} |`,
  );
  return [
    figures,
    '# Conformance',
    'The same tests run on every adapter, with the lowest and the highest supported version of its SDK, plain and streamed, and with everything that `withHooks` takes. Each test checks one behaviour, such as "a denied user message reaches no model". The fake host, an agent framework in memory, is the reference: every test passes on it.',
    [
      '| adapter | version | target | hold | not shown |',
      '| --- | --- | --- | ---: | ---: |',
      ...rows,
    ].join('\n'),
    'The numbers are tests: how many *hold*, and how many are *not shown*. No test fails; a failing test would stop every change to the project. *Not shown* means that the SDK does not have the feature, or that a test cannot reach it. The reasons follow.',
    '## Why some are not shown',
    reasons(),
    '## Every behaviour',
    behaviours(),
  ].join('\n\n');
}

/** Returns the footnotes of the committed table. */
function reasons(): string {
  const lines = report('docs/conformance.md').match(/^\d+\. .*$/gm) ?? [];
  return lines.map((line) => line.replace(/^\d+\./, '-')).join('\n');
}

/** Returns the sentences of the suite, by group; the committed table has the results. */
function behaviours(): string {
  const lines = report('docs/conformance.md').split('\n');
  const sections = lines.flatMap((line) => {
    const group = /^\| \| \*\*(.+)\*\* \|/.exec(line)?.[1];
    if (group !== undefined) return [`\n**${group}**\n`];
    const row = /^\| (C\d+) \| ([^|]+) \| [^|]* \|(.*)$/.exec(line);
    return row === null ? [] : [`- \`${row[1]!}\` ${row[2]!.trim()}`];
  });
  const table =
    '[the table of adapter, version and mode](https://github.com/interpose-dev/interpose/blob/main/docs/conformance.md)';
  return `<details><summary>All ${sections.filter((line) => line.startsWith('-')).length} behaviours</summary>\n\n${sections.join('\n')}\n\n</details>\n\nWhich adapter shows which: ${table}.`;
}

function report(file: string): string {
  return withRepositoryLinks(readFileSync(join(repositoryRoot, file), 'utf8'), file);
}
