import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { SlidingWindow } from './sliding-window.ts';

/** Returns the arrivals that pass, one after the other. */
function passing(limit: number, windowMs: number, arrivals: readonly number[]): number[] {
  const window = new SlidingWindow(limit, windowMs);
  let stored: unknown;
  return arrivals.filter((now) => {
    const admission = window.admit(stored, now);
    stored = JSON.parse(JSON.stringify(admission.passed));
    return admission.passes;
  });
}

const arrivals = fc
  .array(fc.integer({ min: 0, max: 400 }), { maxLength: 400 })
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((a, b) => a + b, 0)));

/** Checks `holds` for any limit, window and times of arrival. */
function forAnyArrivals(
  holds: (limit: number, windowMs: number, times: readonly number[]) => void,
): void {
  const limits = fc.integer({ min: 1, max: 300 });
  const windows = fc.integer({ min: 1, max: 5000 });
  fc.assert(fc.property(limits, windows, arrivals, holds));
}

describe('the sliding window', () => {
  test('lets no more than the limit pass in any stretch of its length', () => {
    forAnyArrivals((limit, windowMs, times) => {
      const passed = passing(limit, windowMs, times);
      for (const start of passed) {
        const inside = passed.filter((at) => at >= start && at < start + windowMs);
        expect(inside.length).toBeLessThanOrEqual(limit);
      }
    });
  });

  test('denies only where the limit was reached, give or take a hundredth of the window', () => {
    forAnyArrivals((limit, windowMs, times) => {
      const passed = passing(limit, windowMs, times);
      const slack = limit > 100 ? windowMs / 100 : 0;
      const counts = new Map<number, number>();
      for (const at of passed) counts.set(at, (counts.get(at) ?? 0) + 1);
      for (const denied of times.filter((at) => !counts.has(at))) {
        const inside = passed.filter((at) => at <= denied && at > denied - windowMs - slack);
        expect(inside.length).toBeGreaterThanOrEqual(limit);
      }
    });
  });

  test('tells exactly when the next may pass', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 10, max: 5000 }),
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 200, maxLength: 200 }),
        (limit, windowMs, gaps) => {
          const window = new SlidingWindow(limit, windowMs);
          let now = 0;
          let stored: unknown;
          for (const gap of gaps) {
            const admission = window.admit(stored, (now += gap));
            stored = admission.passed;
            if (admission.passes) continue;
            const free = now + admission.retryAfterMs;
            expect(window.admit(stored, free).passes).toBe(true);
            expect(free - 1 > now && window.admit(stored, free - 1).passes).toBe(false);
            return;
          }
        },
      ),
    );
  });

  test('remembers a hundred entries at most, however high the limit', () => {
    const window = new SlidingWindow(100_000, 60_000);
    let stored: unknown;
    for (let now = 0; now < 120_000; now += 37) stored = window.admit(stored, now).passed;
    expect((stored as unknown[]).length).toBeLessThanOrEqual(102);
  });

  test('lets one more pass for each that is given back, and no second time', () => {
    const window = new SlidingWindow(2, 1000);
    const first = window.admit(undefined, 5);
    const second = window.admit(first.passed, 5);
    expect(window.admit(second.passed, 6).passes).toBe(false);
    const left = window.giveBack(second.passed, 5);
    expect(window.admit(left, 6).passes).toBe(true);
    expect(window.giveBack(window.giveBack(left, 5), 5)).toEqual([]);
  });

  test.each([[null], ['x'], [{}], [[1]], [[[1]]], [[['1', 2]]], [[[1, null]]]])(
    'takes %j for no count of its own, and fails',
    (stored) => {
      expect(() => new SlidingWindow(1, 1).admit(stored, 0)).toThrow('not the count');
    },
  );
});
