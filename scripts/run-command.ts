import { spawn } from 'node:child_process';

import { repositoryRoot } from './list-workspaces.ts';

export type Finished = { exitCode: number; output: string };

export type RunOptions = {
  /** An absolute folder; the repository if absent. */
  folder?: string;
  environment?: Record<string, string>;
  /** `collect` returns stdout and stderr in order; `show` also prints them. */
  output?: 'collect' | 'show';
};

/** Runs a program until it exits. A program that cannot start counts as exit code 127. */
export function runCommand(
  command: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const [program = '', ...rest] = command;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(program, rest, {
      cwd: options.folder ?? repositoryRoot,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (options.output === 'show') process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const finish = (exitCode: number, addition: string): void => {
      resolve({ exitCode, output: Buffer.concat(chunks).toString() + addition });
    };
    child.on('error', (error) => finish(127, `${program}: ${error.message}\n`));
    child.on('close', (exitCode) => finish(exitCode ?? 1, ''));
  });
}
