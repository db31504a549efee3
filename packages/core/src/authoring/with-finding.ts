import type { Verb } from '../contract/decisions/verdict.ts';

/**
 * The finding of one of several hooks that a local hook asked, and the time that it took.
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
 * Makes the record's step show this finding and its time, for an answer that comes later or differs from the finding.
 * Returns the answer, which may also be the error to throw.
 *
 * @example
 * hooks.addHook('preToolCall', () => withFinding(allow(), { decision: 'deny', ms: 100 }));
 */
export function withFinding<Answer extends object>(answer: Answer, finding: Finding): Answer {
  findings.set(answer, finding);
  return answer;
}

/** Returns the finding behind this answer, if one was given. */
export function findingOf(answer: unknown): Finding | undefined {
  return typeof answer === 'object' && answer !== null ? findings.get(answer) : undefined;
}
