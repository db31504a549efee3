import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { basename } from 'node:path';

import { watch as watchPaths, type FSWatcher } from 'chokidar';

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
  endUnread(stop);
  // Watched before the first run: what is saved while the cases run makes them run again.
  const watcher = watchPaths([given.folder, ...files], {
    ignoreInitial: true,
    ignored: (path, stats) =>
      isOutside(path, given.folder) ||
      (stats?.isFile() === true && !/\.(?:[cm]?[jt]sx?|ya?ml|json)$/.test(path)),
  });
  try {
    await once(watcher, 'ready', { signal: stop.signal });
    terminal.warn(`Watching ${given.folder}; end with Ctrl-C.`);
    await runOnEveryChange(watcher, given.folder, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await watcher.close();
  }
  return 0;
}

/**
 * Ends what nobody reads any more, such as after `| head`. Node learns of that only as it writes, and between two changes
 * there is nothing to write; `tail` of GNU looks at its output while it waits. With another one the next run ends it.
 */
function endUnread(stop: AbortController): void {
  if (!fstatSync(1).isFIFO()) return;
  const words = ['-f', `--pid=${process.pid}`, '/dev/null'];
  const { signal } = stop;
  const tail = spawn('tail', words, { signal, stdio: ['ignore', 'inherit', 'ignore'] });
  tail.on('error', () => undefined);
  tail.on('exit', (_, by) => {
    if (by === 'SIGPIPE') stop.abort();
  });
}

/** Packages, and folders such as `.git`, below the folder that is watched. */
function isOutside(path: string, folder: string): boolean {
  return path !== folder && /^(?:node_modules|\..+)$/.test(basename(path));
}

/** Files that change while the cases run, however many, make them run once more. */
async function runOnEveryChange(
  watcher: FSWatcher,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  let isChanged = false;
  let wake: (() => void) | undefined;
  const changed = (): void => {
    isChanged = true;
    wake?.();
  };
  watcher.on('all', changed);
  signal.addEventListener('abort', changed);
  while (!signal.aborted) {
    isChanged = false;
    await runOnce(folder, signal);
    if (isChanged) continue;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
  }
}

/** The same words without `--watch`; files of cases that are new are found, too. */
async function runOnce(folder: string, signal: AbortSignal): Promise<void> {
  const [, ...words] = process.argv;
  // What reads the output of another process, as head does, may be gone: only who writes to it learns of that.
  const isShown = process.stdout.isTTY;
  const child = spawn(
    process.execPath,
    [...process.execArgv, ...words.filter((word) => word !== '--watch')],
    { cwd: folder, signal, stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'] },
  );
  child.stdout?.pipe(process.stdout, { end: false });
  await once(child, 'close');
}
