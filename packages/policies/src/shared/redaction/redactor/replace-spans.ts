/** A stretch of a text; offsets in UTF-16 units, end exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the text with each stretch replaced. A stretch without a replacement stays; the same text if all stay.
 *
 * @example
 * replaceSpans('ab', [{ start: 0, end: 1 }], () => 'x'); // 'xb'
 */
export function replaceSpans<S extends Stretch>(
  text: string,
  stretches: readonly S[],
  replacement: (stretch: S, found: string) => string | undefined,
): string {
  let result = '';
  let copied = 0;
  for (const stretch of stretches) {
    const found = text.slice(stretch.start, stretch.end);
    const next = replacement(stretch, found);
    if (next === undefined || next === found) continue;
    result += text.slice(copied, stretch.start) + next;
    copied = stretch.end;
  }
  return copied === 0 && result === '' ? text : result + text.slice(copied);
}
