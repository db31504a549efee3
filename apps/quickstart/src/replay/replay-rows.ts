import type { RecordedRow, RecordedRun } from '@interpose/testing';
import { replayRun, type Replay, type RunVerdict } from './replay-run.ts';
import type { RunLog } from './transcript/run-log.ts';

/** What became of one row of a file. */
export type RowOutcome =
  | {
      readonly kind: 'replayed';
      readonly row: number;
      readonly run: RecordedRun;
      readonly log: RunLog;
      readonly verdict: RunVerdict;
    }
  | (RecordedRow & { readonly kind: 'unreadable' });

/** Runs at the same time: enough to hide the waiting, few enough to keep memory flat. */
const width = 8;

/**
 * Replays rows, several at a time, and tells of each in the order of the file. `finished` is told
 * of every row as soon as it is done.
 */
export async function* replayRows(
  rows: readonly RecordedRow[],
  replay: Replay,
  finished: (count: number) => void,
): AsyncGenerator<RowOutcome, void, undefined> {
  const running: Promise<RowOutcome>[] = [];
  let count = 0;
  const start = async (row: RecordedRow): Promise<RowOutcome> => {
    const outcome = await replayRow(row, replay);
    finished((count += 1));
    return outcome;
  };
  for (const row of rows) {
    running.push(start(row));
    if (running.length >= width) yield (await running.shift()) as RowOutcome;
  }
  for (const outcome of running) yield await outcome;
}

async function replayRow(row: RecordedRow, replay: Replay): Promise<RowOutcome> {
  if (row.kind === 'unreadable') return row;
  const { log, verdict } = await replayRun(replay, row.run, `row-${row.row}`);
  return { kind: 'replayed', row: row.row, run: row.run, log, verdict };
}
