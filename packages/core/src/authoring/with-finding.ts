import type { Verb } from '../contract/decisions/verdict.ts';

/**
 * What one of several hooks found that a hook here asked in their place, and how long it took.
 *
 * @example
 * const finding: Finding = { decision: 'deny', code: 'rude', ms: 100 };
 */
export interface Finding {
  readonly decision?: Verb;
  readonly code?: string;
  readonly ms: number;
}

const findings = new WeakMap<object, Finding>();

/**
 * Lets the record's step say what was found, and in which time, where an answer is given later or otherwise than it was
 * found; returns the answer, or the error that is thrown in its place.
 *
 * @example
 * hooks.addHook('preToolCall', () => withFinding(allow(), { decision: 'deny', ms: 100 }));
 */
export function withFinding<Answer extends object>(answer: Answer, finding: Finding): Answer {
  findings.set(answer, finding);
  return answer;
}

/** What is known of how this answer was found. */
export function findingOf(answer: unknown): Finding | undefined {
  return typeof answer === 'object' && answer !== null ? findings.get(answer) : undefined;
}
