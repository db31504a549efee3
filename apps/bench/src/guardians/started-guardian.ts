import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { BenchError } from '../bench-error.ts';

/** What agents of the bench send. */
export const TOKEN = 'token-of-the-bench';

/** A guardian in a process of its own. */
export interface StartedGuardian {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a guardian with the starter policies and these settings, on a free port. */
export async function startGuardian(
  settings: Readonly<Record<string, string>>,
): Promise<StartedGuardian> {
  const program = join(import.meta.dirname, '../../../guardian/src/guardian.ts');
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, INTERPOSE_PORT: '0', INTERPOSE_TOKEN: TOKEN, ...settings };
  const child = spawn(process.execPath, [program, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (report.kind === 'listening' && report.url !== undefined) resolve(report.url);
  });
  child.once('exit', (code) => {
    reject(
      new BenchError('bench_guardian_failed', `a guardian ended with ${code}`, 'read what it said'),
    );
  });
  return { url: await promise, stop };
}
