import type { DecisionRecord, Verb } from '@interpose/core';

/** One decision, without the value that was decided about. */
export interface Decision extends Omit<DecisionRecord, 'agent' | 'user' | 'seq' | 'id' | 'data'> {
  /** Unique over all guardians. */
  readonly id: string;
  /** The place in the order in which decisions were stored. */
  readonly seq: number;
  readonly stepId: string;
  readonly agent: string;
  readonly user?: string;
  readonly organisation?: string;
  readonly parentChatId?: string | undefined;
  readonly framework?: string | undefined;
  /** The digest of the policies that decided. */
  readonly policies: string;
  /** Who made it: the guardian, an agent by itself, or a person at the guardian, who changed a setting. */
  readonly source: 'asked' | 'reported' | 'changed';
  readonly data?: unknown;
}

/** A decision with everything that is stored about it. */
export interface WholeDecision extends Decision {
  /** The value that came in, redacted; undefined if payloads are not stored. */
  readonly payload?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The verdict of one hook in a decision. */
export type Said = NonNullable<DecisionRecord['steps']>[number];

/** A verdict, and the policies that it is from. */
export interface Verdict {
  readonly decision: Verb;
  readonly by: readonly string[];
  readonly codes: readonly string[];
  readonly reason?: string;
}

/** A step that was judged again: the verdict before and the verdict now. */
export interface Judgement {
  readonly before: Verdict;
  readonly now: Verdict;
  readonly same: boolean;
  readonly steps: readonly Said[];
}
