import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

const COMMAND = join(import.meta.dirname, '../dist/cli.js');

/** A guardian that the command serves until the test ends. */
export interface StartedGuardian {
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcess;
  /** The next line that it tells. */
  readonly next: () => Promise<unknown>;
}

/** Starts `interpose guardian start` on a free port. */
export async function startedGuardian(folder: string, module: string): Promise<StartedGuardian> {
  const words = [COMMAND, 'guardian', 'start', module, '--port', '0', '--json'];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string);
  const { url, token } = (await next()) as Pick<StartedGuardian, 'url' | 'token'>;
  return { url, token, child, next };
}
