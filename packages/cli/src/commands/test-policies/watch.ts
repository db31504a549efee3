import { spawn } from 'node:child_process';
import { watch as watchFolder } from 'node:fs/promises';

import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Runs the cases in a process of their own whenever a file changes, so that every module is loaded afresh. */
export async function watch(
  files: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<ExitCode> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  await runOnce(files, given);
  terminal.warn(`Watching ${given.folder}; end with Ctrl-C.`);
  try {
    const changes = watchFolder(given.folder, { recursive: true, signal: stop.signal });
    for await (const { filename } of changes) {
      if (filename === null || !/\.(?:[cm]?[jt]s|ya?ml|json)$/.test(filename)) continue;
      if (filename.includes('node_modules')) continue;
      await runOnce(files, given);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  return 0;
}

async function runOnce(files: readonly string[], given: Given): Promise<void> {
  const options = ['coverage'].filter((name) => given.flag(name)).map((name) => `--${name}`);
  const threshold = given.text('threshold');
  const [, command = ''] = process.argv;
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      command,
      'test',
      ...files,
      ...options,
      ...(threshold === undefined ? [] : ['--threshold', threshold]),
    ],
    { cwd: given.folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', reject);
  child.on('close', () => resolve());
  await promise;
}
