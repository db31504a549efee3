import type { Detector } from './detector.ts';
import { findSpans } from './find-spans.ts';
import { tokenPendingFrom } from './token.ts';

const LONGEST_WORD = 64;
const LAST_WORD: RegExp = new RegExp(`\\S{1,${LONGEST_WORD}}$`);

/**
 * Returns, in a growing text, the index of a value that more text may complete; the length if there is none. A detector
 * without `pendingFrom` counts as one that finds words of at most 64 characters.
 *
 * @example
 * pendingFrom('write to ann@mail', [emails]); // 9
 */
export function pendingFrom(text: string, detectors: readonly Detector[]): number {
  const from = begunFrom(text, detectors);
  if (from === text.length) return from;
  const straddling = findSpans(text, detectors).find(
    ({ start, end }) => start < from && from < end,
  );
  return straddling?.start ?? from;
}

/**
 * Does the same without a search: a value that is found may begin before.
 *
 * @example
 * begunFrom('write to ann@mail', [emails]); // 9
 */
export function begunFrom(text: string, detectors: readonly Detector[]): number {
  let from = tokenPendingFrom(text);
  for (const detector of detectors)
    from = Math.min(from, detector.pendingFrom?.(text) ?? lastWord(text));
  return from;
}

function lastWord(text: string): number {
  const tail = text.slice(-LONGEST_WORD);
  return text.length - tail.length + (LAST_WORD.exec(tail)?.index ?? tail.length);
}
