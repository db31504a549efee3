import { parseRow } from './rows/parse-row.ts';
import { readRun } from './run/read-run.ts';
import { readText } from './rows/read-text.ts';
import type { RecordedRun } from './recorded-run.ts';
import { splitLines, type RawRow } from './rows/split-lines.ts';
import { splitRows } from './rows/split-rows.ts';
import { UnreadableRow } from './rows/unreadable-row.ts';

/** One row of a file: a run, or the reason why it is not readable. */
export type RecordedRow =
  | { readonly kind: 'run'; readonly row: number; readonly line: number; readonly run: RecordedRun }
  | {
      readonly kind: 'unreadable';
      /** The row number, starting at 1, over all rows of the file. */
      readonly row: number;
      /** The 1-based line on which the row begins. */
      readonly line: number;
      readonly reason: string;
    };

/**
 * Reads the recorded runs of a file: agentdyn rows and chat-completions trajectories (tau-bench), as lines or as one
 * list, with gzip or not, recognised by content. An unreadable row is yielded as such and reading continues, also after
 * a file that is cut off.
 *
 * Throws `InterposeError` with code `recording_not_found` or `recording_unreadable`.
 *
 * @example
 * for await (const row of readRecordedRuns('runs.jsonl.gz')) {
 *   if (row.kind === 'unreadable') console.error(`line ${row.line}: ${row.reason}`);
 *   else console.log(row.run.id, row.run.chats.length);
 * }
 */
export async function* readRecordedRuns(
  path: string | URL,
): AsyncGenerator<RecordedRow, void, undefined> {
  let row = 0;
  let previous: RecordedRow | undefined;
  for await (const raw of readRawRows(path)) {
    if (raw.kind === 'broken' && previous?.kind === 'unreadable' && previous.line === raw.line) {
      // The row that the cut goes through is the unreadable one, not an extra row after it.
      previous = { ...previous, reason: raw.reason };
      continue;
    }
    if (previous !== undefined) yield previous;
    row += 1;
    previous = readRow(raw, row);
  }
  if (previous !== undefined) yield previous;
}

/**
 * Reads the rows of such a file as texts, for readers of other formats.
 *
 * @example
 * for await (const raw of readRawRows('spans.jsonl.gz')) if (raw.kind === 'row') console.log(JSON.parse(raw.text));
 * @throws InterposeError `recording_not_found`, `recording_unreadable`.
 */
export function readRawRows(path: string | URL): AsyncGenerator<RawRow, void, undefined> {
  return splitRows(splitLines(readText(path)));
}

function readRow(raw: RawRow, row: number): RecordedRow {
  const { line } = raw;
  if (raw.kind === 'broken') return { kind: 'unreadable', row, line, reason: raw.reason };
  try {
    const { value, isLoose } = parseRow(raw.text);
    return { kind: 'run', row, line, run: readRun(value, isLoose) };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return { kind: 'unreadable', row, line, reason: error.message };
  }
}
