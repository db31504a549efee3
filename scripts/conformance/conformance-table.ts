import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findUnrun, readConformanceResults } from './conformance-results.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { renderConformance } from './render-conformance.ts';
import { runCommand } from '../run-command.ts';

const path = 'docs/conformance.md';
const file = join(repositoryRoot, path);

/**
 * Runs the conformance suite and writes its table. With `--check` it compares the committed table with
 * what the last test run left behind, and runs only what has left nothing.
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
  console.log(`wrote ${path}`);
}

await makeTable(process.argv.includes('--check'));
