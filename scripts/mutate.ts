import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from './list-workspaces.ts';
import { runCommand } from './run-command.ts';

type Report = { files: Record<string, { mutants: { status: string }[] }> };

const reportFile = join(repositoryRoot, 'reports/mutation.json');
const leastScore = 80;

/**
 * Runs the mutation tests and judges their report itself: a run without mutants has the score NaN, which
 * passes every threshold of the tool. Arguments go to stryker, for example `--mutate 'packages/core/src/hooks/**'`.
 */
async function mutate(choice: readonly string[]): Promise<number> {
  rmSync(reportFile, { force: true });
  const { exitCode } = await runCommand(['stryker', 'run', ...choice], { output: 'show' });
  if (exitCode !== 0) return exitCode;
  if (!existsSync(reportFile)) {
    console.error('no mutant was tested');
    return 1;
  }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const mutants = Object.values(report.files).flatMap((file) => file.mutants);
  const count = (...statuses: string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const caught = count('Killed', 'Timeout');
  const score = (caught / (caught + count('Survived', 'NoCoverage'))) * 100;
  console.log(
    `mutation score ${score.toFixed(2)} over ${mutants.length} mutants; ${leastScore} is the least`,
  );
  return score >= leastScore ? 0 : 1;
}

process.exitCode = await mutate(process.argv.slice(2));
