import type { Dict } from '../values/index.ts';

/**
 * The six verdicts of hooks, strongest first.
 *
 * @example
 * const stronger: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];
 */
export type Verb = 'deny' | 'respond' | 'ask' | 'retry' | 'modify' | 'allow';

/** The explanation of a verdict, if the hook gives one. It goes into the decision record. */
interface Explained {
  readonly reason?: string;
  /** A code for programs. */
  readonly code?: string;
  /** More facts, at most 2 kB as JSON. */
  readonly data?: Dict;
}

/**
 * Lets the step go on.
 *
 * @example
 * const verdict: AllowVerdict = { decision: 'allow' };
 */
export interface AllowVerdict extends Explained {
  readonly decision: 'allow';
}

/**
 * Stops the step.
 *
 * @example
 * const verdict: DenyVerdict = { decision: 'deny', reason: 'over budget', code: 'budget', message: 'Sorry, not today.' };
 */
export interface DenyVerdict extends Explained {
  readonly decision: 'deny';
  /** The reason, for the agent and the log. The model reads it, cut with a notice after 4000 characters. */
  readonly reason: string;
  /** A text for people, cut in the same way. It becomes the text of a refusal. */
  readonly message?: string;
}

/**
 * Runs the step with another input.
 *
 * @example
 * const verdict: ModifyVerdict<string> = { decision: 'modify', value: 'another input' };
 */
export interface ModifyVerdict<Value = unknown> extends Explained {
  readonly decision: 'modify';
  readonly value: Value;
}

/**
 * Skips the step and uses this as its outcome.
 *
 * @example
 * const verdict: RespondVerdict = { decision: 'respond', outcome: { result: 42 } };
 */
export interface RespondVerdict<Outcome = Dict> extends Explained {
  readonly decision: 'respond';
  /** Exactly one outcome key of the event, for example `{ result: 42 }`. */
  readonly outcome: Outcome;
}

/**
 * Lets an approver decide.
 *
 * @example
 * const verdict: AskVerdict = { decision: 'ask', reason: 'refunds need a person', remember: 'chat' };
 */
export interface AskVerdict extends Explained {
  readonly decision: 'ask';
  readonly reason: string;
  /** Milliseconds until no answer counts as no; by default `approvalTimeoutMs` of the registry. */
  readonly timeoutMs?: number;
  /** How long a yes to exactly this value holds; `never` by default. */
  readonly remember?: 'never' | 'chat' | 'session';
}

/**
 * Runs the step again.
 *
 * @example
 * const verdict: RetryVerdict = { decision: 'retry', delayMs: 200 };
 */
export interface RetryVerdict extends Explained {
  readonly decision: 'retry';
  /** Milliseconds to wait before the next attempt. */
  readonly delayMs?: number;
}

/**
 * A verdict for any event.
 *
 * @example
 * const strength = ({ decision }: AnyVerdict): boolean => decision === 'deny';
 * strength(deny('no')); // => true
 */
export type AnyVerdict =
  | AllowVerdict
  | DenyVerdict
  | ModifyVerdict
  | RespondVerdict
  | AskVerdict
  | RetryVerdict;
