import { spend } from '../../budget/work-budget.ts';
import type { Detector, Span } from './detector.ts';
import { findTokens } from './token.ts';

const NONE: readonly Span[] = [];
/** The cost of detectors, in units of work: for each character, each text and each value found. */
const CHARACTER = 1;
const PER_TEXT = 5;
const PER_SPAN = 10;

/**
 * Returns the values in a text, in order and without overlaps: overlapping spans become one, with the type of the
 * longest one. Spans inside a token are left out.
 *
 * @example
 * findSpans('T-123456 is open', [tickets]); // [{ start: 0, end: 8, type: 'TICKET' }]
 */
export function findSpans(text: string, detectors: readonly Detector[]): readonly Span[] {
  let found: readonly Span[] = NONE;
  spend(text.length * CHARACTER * detectors.length + PER_TEXT);
  for (const detector of detectors) {
    const spans = detector.find(text);
    if (spans.length > 0) found = found.length === 0 ? spans : [...found, ...spans];
  }
  if (found.length === 0) return NONE;
  spend(found.length * PER_SPAN);
  return merged(
    outsideTokens(
      text,
      found.map((span) => withoutEscape(text, span)),
    ),
  );
}

/**
 * Returns the values in the rest of a text whose beginning was already sent; the beginning gives the rest its meaning.
 *
 * @example
 * findSpansAfter('phone: ', '358 0594', [phones]); // [{ start: 0, end: 8, type: 'PHONE_NUMBER' }]
 */
export function findSpansAfter(
  left: string,
  text: string,
  detectors: readonly Detector[],
): readonly Span[] {
  const spans = findSpans(left + text, detectors);
  if (left === '' || spans.length === 0) return spans;
  const skipped = left.length;
  return spans.flatMap(({ start, end, type }) =>
    start < skipped ? [] : [{ start: start - skipped, end: end - skipped, type }],
  );
}

/** Sorts the spans and drops those inside a token; both lists are walked once. */
function outsideTokens(text: string, spans: readonly Span[]): readonly Span[] {
  const tokens = findTokens(text);
  let next = 0;
  return spans
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      while (next < tokens.length && tokens[next]!.end <= start) next += 1;
      const token = tokens[next];
      return token === undefined || start < token.start || token.end < end;
    });
}

/** Removes the letter of an escape such as \\n from a span: in JSON read as plain text, it is not part of the value. */
function withoutEscape(text: string, span: Span): Span {
  if (text[span.start - 1] !== '\\' || !/[nrtbf]/.test(text[span.start] ?? '')) return span;
  return { ...span, start: span.start + 1 };
}

/** Merges overlapping spans; the spans are in order. */
function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  let longest = 0;
  for (const span of spans) {
    const last = result.at(-1);
    const length = span.end - span.start;
    if (last === undefined || span.start >= last.end) {
      result.push(span);
      longest = length;
      continue;
    }
    const type = length > longest ? span.type : last.type;
    longest = Math.max(longest, length);
    if (span.end > last.end || type !== last.type)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), type };
  }
  return result;
}
