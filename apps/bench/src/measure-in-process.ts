import { fork } from 'node:child_process';

import { BenchError } from './bench-error.ts';
import type { Sample } from './gate.ts';

/** What one process reports about one gate. */
export interface Measurement {
  readonly name: string;
  readonly tolerance: number;
  /** As its gate has it. */
  readonly processes?: number;
  readonly sample: Sample;
}

const ENTRY: URL = new URL('measure-gate.ts', import.meta.url);

/**
 * Measures a gate in a fresh process, in production mode and with the collector in reach.
 *
 * @throws BenchError `bench_process_failed` when it dies, `bench_process_late` after `timeoutMs`.
 */
export async function measureInProcess(file: URL, timeoutMs: number): Promise<Measurement> {
  const child = fork(ENTRY, [file.href], {
    execArgv: ['--expose-gc', '--no-warnings'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  try {
    return await new Promise<Measurement>((resolve, reject) => {
      let measurement: Measurement | undefined;
      child.on('message', (message) => (measurement = message as Measurement));
      child.on('error', reject);
      child.on('close', () => {
        if (measurement !== undefined) resolve(measurement);
        else reject(late ? lateError(timeoutMs) : deadError(complaint));
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

function lateError(timeoutMs: number): BenchError {
  return new BenchError(
    'bench_process_late',
    `no figure after ${timeoutMs / 1000} s`,
    'run this gate alone with --only on a quieter machine',
  );
}

function deadError(complaint: string): BenchError {
  const reason =
    complaint
      .trim()
      .split('\n')
      .find((line) => line.includes('rror')) ?? 'no reason given';
  return new BenchError(
    'bench_process_failed',
    `the measuring process ended without a figure (${reason.trim()})`,
    'build the packages first with `pnpm build`, then run this gate alone with --only',
  );
}
