import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { SpendLedger } from './spend-ledger.ts';

const step = fc.record({
  gap: fc.integer({ min: 0, max: 300 }),
  tokens: fc.integer({ min: 0, max: 50 }),
  /** The share of the reservation that the request really cost. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('the sum of a budget', () => {
  test('never exceeds the budget in any window, and stays small', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 100, max: 5000 }),
        fc.array(step, { maxLength: 200 }),
        (most, windowMs, steps) => {
          const ledger = new SpendLedger({ tokens: most }, windowMs);
          let now = 0;
          let stored: unknown;
          const spent: { at: number; tokens: number }[] = [];
          for (const { gap, tokens, share } of steps) {
            now += gap;
            const { fits, entries, at } = ledger.reserve(stored, now, { tokens, nano: 0 });
            const actual = Math.floor(tokens * share);
            stored = fits
              ? ledger.adjust(entries, at, { tokens: actual - tokens, nano: 0 })
              : entries;
            if (fits) spent.push({ at: now, tokens: actual });
            expect((stored as unknown[]).length).toBeLessThanOrEqual(102);
          }
          for (const { at } of spent) {
            const inside = spent.filter((each) => each.at >= at && each.at < at + windowMs);
            expect(inside.reduce((sum, each) => sum + each.tokens, 0)).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });

  test('never renews a budget without a window', () => {
    const ledger = new SpendLedger({ nano: 10 }, Infinity);
    const first = ledger.reserve(undefined, 0, { tokens: 0, nano: 10 });
    expect(first.fits).toBe(true);
    expect(ledger.reserve(first.entries, 1e15, { tokens: 0, nano: 1 }).fits).toBe(false);
    expect(ledger.keptMs).toBeUndefined();
  });

  test('does not bring back what has left the window', () => {
    const ledger = new SpendLedger({ tokens: 10 }, 100);
    expect(ledger.adjust([], 5, { tokens: -5, nano: 0 })).toEqual([]);
  });

  test.each([[null], ['x'], [{}], [[[1, 2]]], [[[1, 2, 'x']]]])('fails on %j', (stored) => {
    expect(() => new SpendLedger({}, 1).reserve(stored, 0, { tokens: 0, nano: 0 })).toThrow(
      'not the sum',
    );
  });
});
