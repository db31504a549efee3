import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Detector, Span } from './detector.ts';
import { findSpans, findSpansAfter } from './find-spans.ts';
import { pendingFrom } from './pending-from.ts';

function finding(...spans: readonly Span[]): Detector {
  return { types: ['A', 'B'], find: () => spans };
}

const text = 'x'.repeat(40);

describe('spans', () => {
  test('that overlap become one, of the longest one’s type', () => {
    const found = findSpans(text, [
      finding({ start: 0, end: 4, type: 'A' }, { start: 10, end: 20, type: 'A' }),
      finding({ start: 2, end: 8, type: 'B' }, { start: 12, end: 14, type: 'B' }),
    ]);
    expect(found).toEqual([
      { start: 0, end: 8, type: 'B' },
      { start: 10, end: 20, type: 'A' },
    ]);
  });

  test('that are alike have the type of the first detector', () => {
    const a = finding({ start: 0, end: 4, type: 'A' });
    const b = finding({ start: 0, end: 4, type: 'B' });
    expect(findSpans(text, [b, a])).toEqual([{ start: 0, end: 4, type: 'B' }]);
  });

  test('that are empty or outside of the text do not count', () => {
    const odd = finding(
      { start: 3, end: 3, type: 'A' },
      { start: -1, end: 2, type: 'A' },
      { start: 38, end: 41, type: 'A' },
    );
    expect(findSpans(text, [odd])).toEqual([]);
  });

  test('inside a token do not count, those around it do', () => {
    const written = 'a <KEY_12> b';
    expect(findSpans(written, [finding({ start: 3, end: 9, type: 'A' })])).toEqual([]);
    expect(findSpans(written, [finding({ start: 0, end: 12, type: 'A' })])).toHaveLength(1);
  });

  test('in JSON that is read as text begin after the letter of an escape', () => {
    const words: Detector = {
      types: ['A'],
      find: (line) =>
        Array.from(line.matchAll(/[a-z]{3,9}/g), ({ index, 0: { length } }) => ({
          start: index,
          end: index + length,
          type: 'A',
        })),
    };
    expect(findSpans('"\\nann"', [words])).toEqual([{ start: 3, end: 6, type: 'A' }]);
  });

  test('of the rest of a text are those that begin in it', () => {
    const found = finding({ start: 1, end: 3, type: 'A' }, { start: 4, end: 6, type: 'B' });
    expect(findSpansAfter('abc', 'defg', [found])).toEqual([{ start: 1, end: 3, type: 'B' }]);
  });

  test('are in order and never overlap', () => {
    const span = fc
      .tuple(fc.nat(40), fc.nat(12), fc.constantFrom('A', 'B'))
      .map(([start, length, type]) => ({ start, end: start + length, type }));
    fc.assert(
      fc.property(fc.array(fc.array(span)), (all) => {
        const found = findSpans(
          text,
          all.map((spans) => finding(...spans)),
        );
        const inText = all.flat().filter(({ start, end }) => start < end && end <= text.length);
        for (const [index, { start }] of found.entries())
          expect(start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0);
        for (const { start, end } of inText)
          expect(found.filter((one) => one.start <= start && end <= one.end)).toHaveLength(1);
      }),
    );
  });
});

describe('of a growing text', () => {
  const silent: Detector = { types: ['A'], find: () => [] };

  test('the last word is held back where a detector does not say', () => {
    expect(pendingFrom('write to ann', [silent])).toBe(9);
    expect(pendingFrom('write to ', [silent])).toBe(9);
    expect(pendingFrom('a'.repeat(100), [silent])).toBe(36);
  });

  test('a token that has begun is held back whatever detectors say', () => {
    const sure: Detector = { ...silent, pendingFrom: (line) => line.length };
    expect(pendingFrom('to <EMAIL_ADD', [sure])).toBe(3);
    expect(pendingFrom('to <', [sure])).toBe(3);
    expect(pendingFrom('to <b', [sure])).toBe(5);
  });

  test('what is found across the place where the rest begins is held back whole', () => {
    const across: Detector = {
      types: ['A'],
      find: () => [{ start: 2, end: 9, type: 'A' }],
      pendingFrom: () => 5,
    };
    expect(pendingFrom('0123456789', [across])).toBe(2);
  });
});
