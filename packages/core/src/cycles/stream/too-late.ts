import type { Verb } from '../../contract/decisions/verdict.ts';

/** Every verb that interferes: all of them are too late once an answer has left. */
export const ANY_INTERFERENCE: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify'];

/** The verbs that would replace what has already begun to leave. */
export const REPLACEMENTS: readonly Verb[] = ['respond', 'retry'];
