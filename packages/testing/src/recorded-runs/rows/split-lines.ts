import type { TextPiece } from './read-text.ts';

/**
 * One row as text, or the place and the reason where a file breaks off or a line is too long to be read.
 *
 * @example
 * const row: RawRow = { kind: 'row', text: '{}', line: 1 };
 */
export type RawRow =
  | { readonly kind: 'row'; readonly text: string; readonly line: number }
  | { readonly kind: 'broken'; readonly reason: string; readonly line: number };

/** The most characters of a line; a run is far shorter, and a string four times as long is impossible. */
const LONGEST = 2 ** 27;

/**
 * Yields the lines of a text, numbered from 1, without blank lines. Only a line feed ends a line: JSON may hold the
 * other line separators of Unicode. A line that is too long is skipped.
 */
export async function* splitLines(
  pieces: AsyncIterable<TextPiece>,
  longest: number = LONGEST,
): AsyncGenerator<RawRow, void, undefined> {
  let rest = '';
  let line = 1;
  let isPassed = false;
  for await (const piece of pieces) {
    if (piece.kind === 'broken') {
      if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
      yield { kind: 'broken', reason: piece.reason, line };
      return;
    }
    const [first = '', ...others] = piece.text.split('\n');
    if (!isPassed) rest += first;
    if (!isPassed && rest.length > longest) {
      yield { kind: 'broken', reason: `the line is longer than ${longest} characters`, line };
      isPassed = true;
      rest = '';
    }
    for (const next of others) {
      if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
      rest = next;
      isPassed = false;
      line += 1;
    }
  }
  if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
