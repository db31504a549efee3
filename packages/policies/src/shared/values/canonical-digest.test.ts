import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { canonicalDigest, canonicalText } from './canonical-digest.ts';

describe('the canonical digest', () => {
  test('is that of the JSON with sorted keys', async () => {
    expect(canonicalText({ b: [1, { d: null, c: 'ü' }], a: true, none: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"ü","d":null}]}',
    );
    expect(await canonicalDigest({})).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
  });

  test('is equal for equal values and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (one, other) => {
        const [a, b] = [canonicalText(one), canonicalText(other)];
        expect(JSON.parse(a!)).toEqual(JSON.parse(JSON.stringify(one)));
        expect((await canonicalDigest(one)) === (await canonicalDigest(other))).toBe(a === b);
      }),
    );
  });

  test('takes no notice of the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        const turned = Object.fromEntries(Object.entries(record).toReversed());
        expect(canonicalText(turned)).toBe(canonicalText(record));
      }),
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a function', [(): number => 1]],
    ['a bigint', { a: 1n }],
    ['no number', Number.NaN],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a hole', [undefined]],
    ['a cycle', cycle],
    ['half a surrogate pair', '\ud800'],
    ['half a surrogate pair as key', { '\ud800': 1 }],
  ])('there is none of %s', async (_, value) => {
    expect(await canonicalDigest(value)).toBeUndefined();
  });
});
