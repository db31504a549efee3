import { listWorkspaces } from './list-workspaces.ts';
import { runCommand } from './run-command.ts';

/** Packages that all others depend on: their tests always run. */
const kernel = ['packages/core', 'packages/testing'];

/**
 * Runs the unit, property and type tests of the kernel and of every package or app with changes, so that `pnpm check`
 * stays fast with any number of adapters. `pnpm test` and `pnpm verify` run all of them.
 */
async function runUnits(): Promise<void> {
  const changed = await changedFiles();
  const touched = listWorkspaces()
    .map(({ folder }) => folder)
    .filter((folder) => changed.some((file) => file.startsWith(`${folder}/`)));
  const folders = [...new Set([...kernel, ...touched])].map((folder) => `${folder}/`);
  const command = ['vitest', 'run', '--project', 'unit', '--project', 'types', ...folders];
  const { exitCode } = await runCommand(command, { output: 'show' });
  process.exitCode = exitCode;
}

/** Returns files that differ from the last commit, including new ones; none outside of a repository. */
async function changedFiles(): Promise<string[]> {
  const status = await runCommand(['git', 'status', '--porcelain', '--untracked-files=all']);
  if (status.exitCode !== 0) return [];
  return status.output.split('\n').map((line) => line.slice(3));
}

await runUnits();
