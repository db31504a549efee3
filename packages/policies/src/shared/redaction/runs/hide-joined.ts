import type { PlaceInRun, Scalar } from '../values/scalar.ts';
import type { Span } from '../redactor/detector.ts';
import { replaceSpans } from '../redactor/replace-spans.ts';

/** A stretch of one text to replace; `of` is the whole value, of which it may be a piece. */
interface Piece {
  start: number;
  end: number;
  readonly of: Span;
}

/**
 * Hides the values that lie in one of several adjacent texts, whole or with a piece. The text in which a value begins
 * shows what stands for it.
 *
 * @example
 * hideJoined('.com is open', { text: 'ann@mail.com is open', joints: [8], at: 8 }, spans, shown); // ' is open'
 */
export function hideJoined(
  text: string,
  { text: whole, at }: PlaceInRun,
  spans: ReadonlyMap<Scalar, readonly Span[]>,
  shown: (type: string, text: string, value: Scalar) => string | undefined,
): string {
  const pieces = piecesIn(spans.get(whole) ?? [], spans.get(text) ?? [], at, text.length);
  return replaceSpans(text, pieces, ({ of: { start, end, type } }) => {
    const value = whole.slice(start, end);
    const replacement = shown(type, value, value);
    return replacement === undefined || start >= at ? replacement : '';
  });
}

/** Returns the pieces of the values in all texts that lie in one of them, joined with the values found in it alone. */
function piecesIn(
  found: readonly Span[],
  alone: readonly Span[],
  at: number,
  length: number,
): readonly Piece[] {
  const pieces: Piece[] = found
    .filter(({ start, end }) => start < at + length && end > at)
    .map((of) => ({
      start: Math.max(0, of.start - at),
      end: Math.min(length, of.end - at),
      of,
    }));
  for (const span of alone) {
    const hit = pieces.find(({ start, end }) => span.start < end && start < span.end);
    if (hit === undefined)
      pieces.push({
        start: span.start,
        end: span.end,
        of: { ...span, start: span.start + at, end: span.end + at },
      });
    else {
      hit.start = Math.min(hit.start, span.start);
      hit.end = Math.max(hit.end, span.end);
    }
  }
  return pieces.toSorted((a, b) => a.start - b.start);
}
