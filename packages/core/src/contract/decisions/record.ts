import type { AgentIdentity, Dict, Trace, User } from '../values/index.ts';
import type { Verb } from './verdict.ts';

/**
 * The verdict of one hook, kept only with `trace: true`.
 *
 * @example
 * const step: RecordStep = { hook: 'guard/no-shell', decision: 'deny', code: 'denied', ms: 0.02 };
 */
export interface RecordStep {
  readonly hook: string;
  readonly decision: Verb;
  readonly code?: string;
  /** How long the hook took, in milliseconds. */
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
 * The record of one dispatch, without its payload, so that it may be logged anywhere.
 *
 * @example
 * const line = ({ seq, event, decision, by }: DecisionRecord): string => `${seq} ${event} ${decision} ${by.join(', ')}`;
 * hooks.observe('onDecision', ({ record }) => console.log(line(record)));
 */
export interface DecisionRecord {
  /** The event that was decided, such as `preToolCall`. */
  readonly event: string;
  /** Unique within the session. Hooks see the same value as `stepId`. */
  readonly id: string;
  /** A number that increases within the registry. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The session that the step belongs to. */
  readonly sessionId: string;
  /** The chat that the step belongs to. */
  readonly chatId: string;
  /** The agent that took the step. */
  readonly agent: Pick<AgentIdentity, 'id' | 'name'>;
  /** The user, without the person's name. */
  readonly user?: Pick<User, 'id' | 'organisation'>;
  /** W3C trace context of the step. */
  readonly trace?: Trace;
  /** The strongest verdict; an approved ask stays `ask`. */
  readonly decision: Verb;
  /** The `policy/hook` name that decided, or the names of all hooks that changed the value; empty if none did. */
  readonly by: readonly string[];
  /** The codes of the deciding verdicts; see the list of error codes. */
  readonly codes: readonly string[];
  /** The reason, cut after 500 characters. */
  readonly reason?: string;
  /** The `data` of the verdict. If it has over 2 kB as JSON, this is `{ cut }`, with the beginning of that JSON. */
  readonly data?: Dict;
  /** Why a verdict is unreadable, in words for developers. No model sees this text. */
  readonly problem?: string;
  /** The name of the tool, at tool events. */
  readonly tool?: string;
  /** Whether the final value is another object than the original. */
  readonly changed: boolean;
  /** The number of hooks that were asked. */
  readonly hooks: number;
  /** `monitor` if the decision was not carried out. */
  readonly mode: 'enforce' | 'monitor';
  /** How long the dispatch took, in milliseconds. */
  readonly ms: number;
  /** How an ask ended: `approved`, `refused`, `timeout` or `suspended`. */
  readonly settled?: Settled;
  /** The person who approved or refused, as named in the answer. */
  readonly approvedBy?: string;
  /** The verdict of each hook, only with `trace: true`. */
  readonly steps?: readonly RecordStep[];
  /** The SHA-256 of the approval, in hex; only if a hook asked. */
  readonly digest?: string;
}
