import { TooComplex } from './too-complex.ts';

/**
 * The work one decision may take. A unit is what a scanner needs for one character, at most 40 ns on two cores of a
 * server: a decision holds the loop for 40 ms and not for longer.
 */
export const MOST_WORK = 1_000_000;

let left = Infinity;

/**
 * Takes so many units from the budget of the decision that is being made; outside of a decision there is none.
 *
 * @throws TooComplex when the budget is used up.
 */
export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new TooComplex();
}

/**
 * Makes a decision, without waiting, within so many units of work.
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
