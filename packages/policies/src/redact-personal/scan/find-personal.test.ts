import fc from 'fast-check';
import { expect, test } from 'vitest';

import { personalDetector } from '../personal-detector.ts';
import { kindsOf, personalTypes } from '../personal-types.ts';

const detector = personalDetector();

test('finds in any text what the same patterns find in turn, in order and without overlaps', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'ann@mail.example.com',
      '4111 1111 1111 1111',
      '4111111111111111',
      'GB82 WEST 1234 5698 7654 32',
      '078-05-1120',
      '192.168.17.4',
      '2001:db8::1',
      '00:1b:44:11:3a:b7',
      'https://a.example.com/x',
      'www.example.org',
      '+1 415 555 2671',
      '(212) 555-0187',
      'Phone: ',
      ' ext 5',
      'x12',
    ),
    fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '.',
      '-',
      '/',
      '(',
      ')',
      '+',
      ':',
      '@',
      '1',
      '22',
      'a',
      'GB',
      'AA',
      '\u00a0',
      ',',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const spans = detector.find(text);
      const early = spans.filter(({ start }, index) => start < (spans[index - 1]?.end ?? 0));
      const missed = kindsOf(personalTypes).flatMap(({ pattern, check }) =>
        Array.from(text.matchAll(pattern)).flatMap(({ index, 0: { length } }) => {
          const hit = check(text, { start: index, end: index + length });
          const covered = (at: { start: number; end: number }): boolean =>
            spans.some(({ start, end }) => start < at.end && at.start < end);
          return hit === undefined || covered(hit) ? [] : [hit];
        }),
      );
      expect({ early, missed }).toEqual({ early: [], missed: [] });
    }),
    { numRuns: 500 },
  );
});

test('holds back of a growing text all that a find could begin with', () => {
  const texts = [
    'call +1 415 555 2671 now',
    'to ann@mail.example.com, then',
    'IBAN GB82 WEST 1234 5698 7654 32 is',
    'card 4111 1111 1111 1111 is',
    'see https://a.example.com/x?y=1 for',
    'ip 2001:db8::8a2e:370:7334 ok',
    '(212) 555-0187 ext. 12 is it',
    '+46 (0)157 548 89 is it',
  ];
  for (const text of texts) {
    const [{ start, end } = { start: 0, end: 0 }] = detector.find(text);
    const beginnings = Array.from({ length: end - start }, (_, more) =>
      text.slice(0, start + more + 1),
    );
    const late = beginnings.filter((beginning) => (detector.pendingFrom?.(beginning) ?? 0) > start);
    expect(late).toEqual([]);
    expect(detector.pendingFrom?.(`${text} `)).toBe(text.length + 1);
  }
});
