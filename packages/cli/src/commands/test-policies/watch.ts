import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { basename } from 'node:path';

import { watch as watchPaths, type FSWatcher } from 'chokidar';

import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Runs the cases in a new process whenever a file changes, so that every module is loaded again. */
export async function watch(
  files: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<ExitCode> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  endUnread(stop);
  // Watching starts before the first run: a file saved while the cases run starts them again.
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
 * Ends the watch when its output has no reader, such as after `| head`. Node notices that only when it writes, which it
 * does not do between changes. GNU `tail` checks its output while it waits; without it, the next run ends the watch.
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

/** Whether a path lies in packages, or in folders such as `.git`, below the watched folder. */
function isOutside(path: string, folder: string): boolean {
  return path !== folder && /^(?:node_modules|\..+)$/.test(basename(path));
}

/** Runs the cases once more after any number of files changed during a run. */
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

/** Runs the same command without `--watch`, which also finds new files of cases. */
async function runOnce(folder: string, signal: AbortSignal): Promise<void> {
  const [, ...words] = process.argv;
  // The reader of another process's output, such as head, may be gone: only the writer notices.
  const isShown = process.stdout.isTTY;
  const child = spawn(
    process.execPath,
    [...process.execArgv, ...words.filter((word) => word !== '--watch')],
    { cwd: folder, signal, stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'] },
  );
  child.stdout?.pipe(process.stdout, { end: false });
  await once(child, 'close');
}
