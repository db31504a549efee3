import { constants } from 'node:os';

/**
 * Ends this process at a signal with the exit code that shells give it, 128 and its number. An SDK that is loaded may
 * have a say of its own otherwise: that of OpenAI Agents ends with 0, as if all had been done.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Behind a progress bar, which ends no line.
      if (process.stderr.isTTY) process.stderr.write('\n');
      process.exit(128 + constants.signals[signal]);
    });
  }
}
