import { isRecord } from '../../scripted-model/request/is-record.ts';
import { parseRow } from './parse-row.ts';
import { splitArray } from './split-array.ts';
import type { RawRow } from './split-lines.ts';

/**
 * Yields the rows of a file by its content, not its name: one per line, the elements of one list, or one object over
 * several lines. A file with one row per line is never held in memory as a whole.
 */
export async function* splitRows(
  lines: AsyncIterable<RawRow>,
): AsyncGenerator<RawRow, void, undefined> {
  const held: RawRow[] = [];
  let hasRowPerLine = false;
  for await (const line of lines) {
    hasRowPerLine ||= held.length === 0 && line.kind === 'row' && isRecord(parse(line.text));
    if (hasRowPerLine) yield line;
    else held.push(line);
  }
  yield* splitHeld(held);
}

/** Returns the rows of a file whose first line alone is no row. */
function splitHeld(held: readonly RawRow[]): readonly RawRow[] {
  const [first] = held;
  if (first?.kind !== 'row') return held;
  const text = joinLines(held);
  const whole = parse(text);
  if (isRecord(whole)) return [{ ...first, text }];
  const hasListPerLine = held.length > 1 && Array.isArray(parse(first.text));
  if (hasListPerLine || !text.trimStart().startsWith('[')) return held;
  // A single list of messages is one run.
  if (Array.isArray(whole) && isMessage(whole[0])) return [{ ...first, text }];
  const rows = splitArray(text, first.line);
  const last = rows.at(-1);
  // The file was cut inside the last element, whichever line the text ends on.
  const broken = held.filter(({ kind }) => kind === 'broken');
  if (broken.length === 0 || last === undefined) return [...rows, ...broken];
  const elements = rows.filter(({ kind }) => kind === 'row');
  return [...elements, ...broken.map((row) => ({ ...row, line: last.line }))];
}

/** Joins the lines at their places, with the blank lines that were left out. */
function joinLines(held: readonly RawRow[]): string {
  let text = '';
  let at = held[0]?.line ?? 1;
  for (const row of held) {
    if (row.kind === 'broken') continue;
    text += '\n'.repeat(row.line - at) + row.text;
    at = row.line;
  }
  return text;
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && typeof value['role'] === 'string';
}

function parse(text: string): unknown {
  try {
    return parseRow(text).value;
  } catch {
    return undefined;
  }
}
