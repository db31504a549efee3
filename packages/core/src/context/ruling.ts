import type { AnyVerdict, AskVerdict } from '../contract/decisions/verdict.ts';
import type { EventContext } from './event-context.ts';

/** An ask that waits for a person in another place. */
export interface SuspendedVerdict extends AskVerdict {
  readonly token: string;
}

/** The result of a gate: the context itself if no hook interfered, else the one verdict that stands. */
export type Ruling = EventContext | AnyVerdict | SuspendedVerdict;

/** The advice that goes with an unreadable verdict. */
export const REMEDY = 'return deny(reason), a value or nothing';

const problems = new WeakMap<object, { readonly problem: string; readonly told: string }>();

/**
 * Notes why a verdict is unreadable, here or elsewhere, apart from the verdict itself, which may reach a model.
 *
 * @example
 * hooks.addHook('preToolCall', () => withProblem(deny('no answer'), 'the guardian answered with a list'));
 */
export function withProblem<V extends AnyVerdict>(
  verdict: V,
  problem: string,
  told = `${problem}; ${REMEDY}`,
): V {
  problems.set(verdict, { problem, told });
  return verdict;
}

/** Gives a copy of a verdict the problem of its original. */
export function keepProblem<V extends AnyVerdict>(original: object, copy: V): V {
  const noted = problems.get(original);
  if (noted !== undefined) problems.set(copy, noted);
  return copy;
}

/** Returns why this verdict is unreadable, in words for developers. */
export function problemOf(verdict: AnyVerdict): string | undefined {
  return problems.get(verdict)?.problem;
}

/** Returns the same with the advice, as a record shows it. */
export function toldProblemOf(verdict: AnyVerdict): string | undefined {
  return problems.get(verdict)?.told;
}
