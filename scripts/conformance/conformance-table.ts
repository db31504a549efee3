import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findUnrun, readConformanceResults } from './conformance-results.ts';
import { withCoverage } from './readme-coverage.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { renderConformance } from './render-conformance.ts';
import { runCommand } from '../run-command.ts';

const path = 'docs/conformance.md';
const file = join(repositoryRoot, path);
const readme = join(repositoryRoot, 'README.md');

/**
 * Runs the conformance suite and writes its table, and the figures in the root README. With `--check` it compares the
 * committed table with the results of the last test run, and runs only tests without results.
 */
async function makeTable(isCheck: boolean): Promise<void> {
  const unrun = isCheck ? findUnrun() : [];
  if (!isCheck || unrun.length > 0) await runSuite(unrun);
  const cells = readConformanceResults();
  console.log(`read ${cells.length} results`);
  const failed = cells.filter(({ outcome }) => outcome === 'failed');
  for (const { framework, version, harness, behaviour, mode } of failed) {
    console.error(`${framework} ${version}, ${harness}: ${behaviour} fails ${mode}`);
  }
  if (failed.length > 0) process.exitCode = 1;
  const table = renderConformance(cells);
  if (isCheck) checkTable(table);
  else if (failed.length === 0) writeTable(table);
}

async function runSuite(files: readonly string[]): Promise<void> {
  const { output } = await runCommand(['vitest', 'run', '--project', 'conformance', ...files]);
  console.log(output.trimEnd().split('\n').slice(-8).join('\n'));
}

function checkTable(table: string): void {
  const shown = readFileSync(readme, 'utf8');
  if (shown !== withCoverage(shown, table)) {
    console.error('README.md shows another coverage than the table; run pnpm conformance:table');
    process.exitCode = 1;
  }
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (committed === table) return;
  const lines = committed.split('\n');
  const expected = table.split('\n');
  const at = expected.findIndex((line, index) => line !== lines[index]);
  const found = lines[at === -1 ? expected.length : at] ?? 'nothing';
  console.error(
    `${path} is out of date from line ${at + 1} on; run pnpm conformance:table\n  is      ${found}\n  must be ${expected[at] ?? 'nothing'}`,
  );
  process.exitCode = 1;
}

function writeTable(table: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, table);
  writeFileSync(readme, withCoverage(readFileSync(readme, 'utf8'), table));
  console.log(`wrote ${path}, and its figures into README.md`);
}

await makeTable(process.argv.includes('--check'));
