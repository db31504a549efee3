import type { AnyVerdict, AskVerdict } from '../contract/decisions/verdict.ts';
import type { EventContext } from './event-context.ts';

/** An ask that waits for a person somewhere else. */
export interface SuspendedVerdict extends AskVerdict {
  readonly token: string;
}

/** What a gate found: the context itself when nothing interfered, else the one verdict that stands. */
export type Ruling = EventContext | AnyVerdict | SuspendedVerdict;

/** How an unreadable verdict is mended. */
export const REMEDY = 'return deny(reason), a value or nothing';

const problems = new WeakMap<object, { readonly problem: string; readonly told: string }>();

/**
 * Keeps what made a verdict unreadable, here or elsewhere, apart from the verdict, which may reach a model.
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

/** What made this verdict unreadable, in words for developers. */
export function problemOf(verdict: AnyVerdict): string | undefined {
  return problems.get(verdict)?.problem;
}

/** The same with its remedy, as a record tells it. */
export function toldProblemOf(verdict: AnyVerdict): string | undefined {
  return problems.get(verdict)?.told;
}
