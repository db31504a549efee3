import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isoTime } from './iso-time.ts';

const MOST = 8_640_000_000_000_000;

test('a time is written as Date writes it, whatever was written before', () => {
  fc.assert(
    fc.property(fc.double({ min: -MOST, max: MOST, noNaN: true }), fc.nat(2000), (at, later) => {
      for (const time of [at, Math.min(at + later, MOST)])
        expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
  );
});

test('what is no time is refused', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  expect(() => isoTime(MOST + 1000)).toThrow(RangeError);
});
