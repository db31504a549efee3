import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

import { repositoryRoot } from './list-workspaces.ts';
import { runCommand } from './run-command.ts';

/**
 * Builds what an app needs, then runs one of its files with this Node on the built packages. Standard output has only
 * the app's output: a build is silent, and a failing one writes to standard error.
 */
async function runApp(file: string, choice: readonly string[]): Promise<number> {
  const app = file.split('/')[0];
  const filter = `--filter=./apps/${app}^...`;
  const built = await runCommand(['turbo', 'run', 'build', filter, '--output-logs=errors-only']);
  if (built.exitCode !== 0) {
    console.error(built.output);
    return built.exitCode;
  }
  return new Promise((resolve, reject) => {
    const path = join(repositoryRoot, 'apps', file);
    const child = spawn(process.execPath, [path, ...choice], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve(exitCode ?? exitCodeOf(signal)));
  });
}

/** Returns the exit code that shells use: 128 plus the number of the signal. */
function exitCodeOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

const [file, ...choice] = process.argv.slice(2);
if (file === undefined)
  throw new Error('say which file to run, for example quickstart/src/replay.ts');
process.exitCode = await runApp(file, choice);
