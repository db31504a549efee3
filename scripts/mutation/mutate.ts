import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { runCommand } from '../run-command.ts';

type Mutant = { readonly status: string };
type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> };
type Row = { readonly name: string; readonly mutants: readonly Mutant[] };

const reportFile = join(repositoryRoot, 'reports/mutation.json');
const leastScore = 80;

/**
 * Runs the mutation tests and checks the score of each folder and of the total itself: a run without mutants has the
 * score NaN, which passes every threshold of the tool. Arguments go to stryker, for example `--mutate
 * 'packages/core/src/registry/**'`.
 */
async function mutate(choice: readonly string[]): Promise<number> {
  rmSync(reportFile, { force: true });
  const startedAt = performance.now();
  const { exitCode } = await runCommand(['stryker', 'run', ...choice], { output: 'show' });
  if (exitCode !== 0) return exitCode;
  if (!existsSync(reportFile)) {
    console.error('no mutant was tested');
    return 1;
  }
  const rows = rowsOf(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
  for (const row of rows) console.log(describeRow(row));
  const minutes = (performance.now() - startedAt) / 60_000;
  const isReached = rows.every(({ mutants }) => scoreOf(mutants) >= leastScore);
  console.log(
    `${isReached ? 'reached' : 'MISSED'}: ${leastScore} is the least for each; ${minutes.toFixed(1)} minutes`,
  );
  return isReached ? 0 : 1;
}

/** Returns one row for each folder, and one for the total. */
function rowsOf({ files }: Report): readonly Row[] {
  const folders = Map.groupBy(Object.entries(files), ([path]) => dirname(path));
  const rows = [...folders].map(([name, inside]) => ({
    name,
    mutants: inside.flatMap(([, { mutants }]) => mutants),
  }));
  return [...rows, { name: 'total', mutants: rows.flatMap(({ mutants }) => mutants) }];
}

function describeRow({ name, mutants }: Row): string {
  const caught = count(mutants, 'Killed', 'Timeout');
  const alive = count(mutants, 'Survived', 'NoCoverage');
  const failed = mutants.length - caught - alive;
  const score = scoreOf(mutants).toFixed(2);
  return `${name.padEnd(28)} ${mutants.length} mutants: ${caught} killed, ${alive} survived, ${failed} could not run; score ${score}`;
}

function scoreOf(mutants: readonly Mutant[]): number {
  const caught = count(mutants, 'Killed', 'Timeout');
  return (caught / (caught + count(mutants, 'Survived', 'NoCoverage'))) * 100;
}

function count(mutants: readonly Mutant[], ...statuses: readonly string[]): number {
  return mutants.filter(({ status }) => statuses.includes(status)).length;
}

process.exitCode = await mutate(process.argv.slice(2));
