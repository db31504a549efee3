import type { Dict } from '../values/index.ts';

/**
 * The six things a hook can say, strongest first.
 *
 * @example
 * const stronger: readonly Verb[] = ['deny', 'respond', 'ask', 'retry', 'modify', 'allow'];
 */
export type Verb = 'deny' | 'respond' | 'ask' | 'retry' | 'modify' | 'allow';

/** Why, as far as the hook says so: it goes to the decision record. */
interface Explained {
  readonly reason?: string;
  /** For programs. */
  readonly code?: string;
  /** At most 2 kB as JSON. */
  readonly data?: Dict;
}

/**
 * Go on.
 *
 * @example
 * const verdict: AllowVerdict = { decision: 'allow' };
 */
export interface AllowVerdict extends Explained {
  readonly decision: 'allow';
}

/**
 * The step does not happen.
 *
 * @example
 * const verdict: DenyVerdict = { decision: 'deny', reason: 'over budget', code: 'budget', message: 'Sorry, not today.' };
 */
export interface DenyVerdict extends Explained {
  readonly decision: 'deny';
  /** For the agent and the log; it reaches the model. */
  readonly reason: string;
  /** For people; it becomes the text of a refusal. */
  readonly message?: string;
}

/**
 * The step runs with another input.
 *
 * @example
 * const verdict: ModifyVerdict<string> = { decision: 'modify', value: 'another input' };
 */
export interface ModifyVerdict<Value = unknown> extends Explained {
  readonly decision: 'modify';
  readonly value: Value;
}

/**
 * The step is skipped and this is its outcome.
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
 * An approver decides.
 *
 * @example
 * const verdict: AskVerdict = { decision: 'ask', reason: 'refunds need a person', remember: 'chat' };
 */
export interface AskVerdict extends Explained {
  readonly decision: 'ask';
  readonly reason: string;
  /** Milliseconds until silence counts as no; the registry's `approvalTimeoutMs` otherwise. */
  readonly timeoutMs?: number;
  /** How long a yes to exactly this value holds; `never` by default. */
  readonly remember?: 'never' | 'chat' | 'session';
}

/**
 * Run the step again.
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
 * Any verdict, whatever the event.
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
