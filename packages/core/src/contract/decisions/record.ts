import type { AgentIdentity, Dict, Trace, User } from '../values/index.ts';
import type { Verb } from './verdict.ts';

/**
 * What one hook said, kept only with `trace: true`.
 *
 * @example
 * const step: RecordStep = { hook: 'guard/no-shell', decision: 'deny', code: 'denied', ms: 0.02 };
 */
export interface RecordStep {
  readonly hook: string;
  readonly decision: Verb;
  readonly code?: string;
  /** Milliseconds the hook took. */
  readonly ms: number;
}

/**
 * How an ask ended.
 *
 * @example
 * hooks.observe('onDecision', ({ record }) => {
 *   const settled: Settled | undefined = record.settled;
 *   if (settled === 'timeout') console.log('nobody answered', record.id);
 * });
 */
export type Settled = 'approved' | 'refused' | 'timeout' | 'suspended';

/**
 * One dispatch, told without its payload, so it may be logged anywhere.
 *
 * @example
 * const line = ({ seq, event, decision, by }: DecisionRecord): string => `${seq} ${event} ${decision} ${by.join(', ')}`;
 * hooks.observe('onDecision', ({ record }) => console.log(line(record)));
 */
export interface DecisionRecord {
  /** The event that was decided, such as `preToolCall`. */
  readonly event: string;
  /** Unique within the session; equals the `stepId` its hooks saw. */
  readonly id: string;
  /** Increases within the registry. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The session that the step belongs to. */
  readonly sessionId: string;
  /** The chat that the step belongs to. */
  readonly chatId: string;
  /** The agent that took the step. */
  readonly agent: Pick<AgentIdentity, 'id' | 'name'>;
  /** Without the person's name. */
  readonly user?: Pick<User, 'id' | 'organisation'>;
  /** W3C trace context of the step. */
  readonly trace?: Trace;
  /** The strongest thing that was said; an approved ask stays `ask`. */
  readonly decision: Verb;
  /** `policy/hook` names: the one that decided, then nobody; or all modifiers. */
  readonly by: readonly string[];
  /** The codes of what decided; see the list of error codes. */
  readonly codes: readonly string[];
  /** At most 500 characters. */
  readonly reason?: string;
  /** What the verdict put there; what is over 2 kB as JSON is `{ cut }`, the beginning of that JSON. */
  readonly data?: Dict;
  /** What made a verdict unreadable, in words for developers; no model sees it. */
  readonly problem?: string;
  /** The name of the tool, at tool events. */
  readonly tool?: string;
  /** True when the final value is not the original by identity. */
  readonly changed: boolean;
  /** How many hooks were asked. */
  readonly hooks: number;
  /** `monitor` where the decision was not carried out. */
  readonly mode: 'enforce' | 'monitor';
  /** Milliseconds the dispatch took. */
  readonly ms: number;
  /** How an ask ended: `approved`, `refused`, `timeout` or `suspended`. */
  readonly settled?: Settled;
  /** Who approved or refused, as the answer says. */
  readonly approvedBy?: string;
  /** What each hook said, only with `trace: true`. */
  readonly steps?: readonly RecordStep[];
  /** SHA-256 in hex, only where an ask was made. */
  readonly digest?: string;
}
