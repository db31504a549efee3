import type { TextPiece } from './read-text.ts';

/** One row as text, or the place and the reason where a file breaks off. */
export type RawRow =
  | { readonly kind: 'row'; readonly text: string; readonly line: number }
  | { readonly kind: 'broken'; readonly reason: string; readonly line: number };

/**
 * The lines of a text, numbered from 1, without the blank ones. Only a line feed ends a line: JSON
 * may hold the other separators of Unicode as they are.
 */
export async function* splitLines(
  pieces: AsyncIterable<TextPiece>,
): AsyncGenerator<RawRow, void, undefined> {
  let rest = '';
  let line = 1;
  for await (const piece of pieces) {
    if (piece.kind === 'broken') {
      if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
      yield { kind: 'broken', reason: piece.reason, line };
      return;
    }
    const [first = '', ...others] = piece.text.split('\n');
    rest += first;
    for (const next of others) {
      if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
      rest = next;
      line += 1;
    }
  }
  if (!isBlank(rest)) yield { kind: 'row', text: rest, line };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
