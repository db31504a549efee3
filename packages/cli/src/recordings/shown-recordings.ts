import type { Given } from '../program/given.ts';
import { Progress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readRecordings, type BadRow, type RecordedSession } from './read-recordings.ts';

/** Reads the recordings that a command names, one row at a time, with a progress bar. */
export async function* shownRecordings(
  { words, folder }: Given,
  terminal: Terminal,
  label: string,
): AsyncGenerator<RecordedSession | BadRow, void> {
  const progress = new Progress(terminal, label);
  const reaches = (share: number, rows: number): void => progress.show(share, rows);
  yield* readRecordings(words, { folder, reaches });
  progress.clear();
}
