import type fs from 'node:fs/promises';

import { InterposeError } from '@interpose/core';

type Files = Pick<typeof fs, 'writeFile' | 'readFile' | 'rm'>;

/** The paths that this process holds: two spools in one process would be as bad as in two. */
const held = new Set<string>();

/**
 * Locks a file for this process with a second file that holds the process id. A process that is gone holds no lock.
 *
 * @throws InterposeError `spool_in_use`.
 */
export async function lockFile(files: Files, path: string): Promise<void> {
  if (held.has(path)) throw inUse(path, process.pid);
  for (let tries = 0; tries < 3; tries++) {
    try {
      await files.writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      held.add(path);
      return;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') throw error;
    }
    const holder = Number(await files.readFile(path, 'utf8').catch(() => '0'));
    if (holder !== process.pid && isRunning(holder)) throw inUse(path, holder);
    await files.rm(path, { force: true });
  }
  throw inUse(path, 0);
}

/** Unlocks the file. */
export async function unlockFile(files: Files, path: string): Promise<void> {
  if (held.delete(path)) await files.rm(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM';
  }
}

function inUse(path: string, holder: number): InterposeError {
  return new InterposeError(
    'spool_in_use',
    `process ${holder} holds ${path}`,
    'give every process a spool of its own',
  );
}
