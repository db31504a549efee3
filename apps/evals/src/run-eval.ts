import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** How a command ended. */
export interface Ended {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `pnpm eval` with these words in a process of its own, on the built packages; for tests. */
export function runEval(...words: readonly string[]): Promise<Ended> {
  const program = join(import.meta.dirname, 'evals.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words],
      { maxBuffer: 2 ** 26 },
      (error, output, errors) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, output, errors });
      },
    );
  });
}
