import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

/**
 * Locks a folder for this process: two processes would destroy each other's database. A process that has ended holds no
 * lock.
 *
 * Throws `InterposeError` with code `folder_in_use`.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'guardian.pid');
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(path, 'utf8'));
    if (holder !== process.pid && isRunning(holder)) throw inUse(folder, holder);
    rmSync(path, { force: true });
  }
  throw inUse(folder, 0);
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM';
  }
}

function inUse(folder: string, holder: number): InterposeError {
  const problem = `process ${holder} is a guardian with its data in ${folder}`;
  return new InterposeError(
    'folder_in_use',
    problem,
    'end it, or name another folder with INTERPOSE_FOLDER',
  );
}
