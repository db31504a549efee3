import { deny, type DenyVerdict, type PolicyHooks } from '@interpose/core';

import { TooComplex } from './too-complex.ts';
import { MOST_WORK, withinBudget } from './work-budget.ts';

type Run = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Gives every decision of these hooks a budget of work. Beyond it the step is denied with `too_complex`.
 *
 * @param units the budget of one decision, from the context of the hook.
 */
export function inBudget(
  hooks: PolicyHooks,
  units: (context: unknown) => number = () => MOST_WORK,
): PolicyHooks {
  const within = Object.entries(hooks).map(([event, hook]) => [event, boundedHook(hook, units)]);
  return Object.fromEntries(within) as PolicyHooks; // the events are the same
}

/** The denial of a step that would take too long to read. */
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

/** Runs a synchronous decision within this many units of work; a denial if they are not enough. */
export function deniedBeyondBudget<T>(decide: () => T, units: number = MOST_WORK): T | DenyVerdict {
  try {
    return withinBudget(units, decide);
  } catch (error) {
    if (error instanceof TooComplex) return TOO_COMPLEX;
    throw error;
  }
}
