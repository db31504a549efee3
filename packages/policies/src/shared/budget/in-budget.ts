import { deny, type DenyVerdict, type PolicyHooks } from '@interpose/core';

import { TooComplex } from './too-complex.ts';
import { MOST_WORK, withinBudget } from './work-budget.ts';

type Run = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * The same hooks, each of whose decisions has a budget of work: beyond it the step is denied with `too_complex`.
 *
 * @param units for one decision, by what the hook is told.
 */
export function inBudget(
  hooks: PolicyHooks,
  units: (context: unknown) => number = () => MOST_WORK,
): PolicyHooks {
  const within = Object.entries(hooks).map(([event, hook]) => [event, boundedHook(hook, units)]);
  return Object.fromEntries(within) as PolicyHooks; // each event has the hook it had
}

/** The denial of what would take too long to read. */
const TOO_COMPLEX: DenyVerdict = deny('it would take too long to read', {
  code: 'too_complex',
});

function boundedHook(hook: unknown, units: (context: unknown) => number): unknown {
  if (Array.isArray(hook)) return hook.map((each) => boundedHook(each, units));
  if (typeof hook === 'function') return bounded(hook as Run, units);
  const { run } = hook as { readonly run: Run };
  return { ...(hook as object), run: bounded(run, units) };
}

function bounded(run: Run, units: (context: unknown) => number): Run {
  return function (...args) {
    return deniedBeyondBudget(() => run.apply(this, [...args]), units(args[0]));
  };
}

/** What is decided, without waiting, within so many units of work; a denial where that is not enough. */
export function deniedBeyondBudget<T>(decide: () => T, units: number = MOST_WORK): T | DenyVerdict {
  try {
    return withinBudget(units, decide);
  } catch (error) {
    if (error instanceof TooComplex) return TOO_COMPLEX;
    throw error;
  }
}
