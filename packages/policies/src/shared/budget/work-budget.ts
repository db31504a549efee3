import { TooComplex } from './too-complex.ts';

/**
 * The most work of one decision. A unit is the time of a scanner for one character, at most 40 ns on two cores of a
 * server. So a decision blocks the event loop for at most 40 ms.
 */
export const MOST_WORK = 1_000_000;

let left = Infinity;

/**
 * Takes units from the budget of the current decision; outside of a decision there is no limit.
 *
 * @throws TooComplex when the budget is used up.
 */
export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new TooComplex();
}

/**
 * Runs a synchronous decision within this many units of work.
 *
 * @throws TooComplex
 */
export function withinBudget<T>(units: number, decide: () => T): T {
  const outer = left;
  left = units;
  try {
    return decide();
  } finally {
    left = outer;
  }
}
