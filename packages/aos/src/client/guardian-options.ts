import type { AosEvent } from '../events/codecs.ts';
import type { Repair } from '../wire/repair.ts';
import type { AgentDetails } from './agent-details.ts';

/**
 * The result of a step when the guardian gives no decision.
 *
 * @example
 * const posture: Posture = 'deny';
 */
export type Posture = 'deny' | 'allow';

/**
 * An event for operators: a guardian gave no decision, or its answer had to be repaired.
 *
 * @example
 * const log = (note: GuardianNote): void => console.log(note.kind, note.event);
 */
export type GuardianNote =
  | {
      readonly kind: 'failure';
      readonly event: AosEvent;
      /** The code in the decision record. */
      readonly code: string;
      readonly cause?: unknown;
    }
  | { readonly kind: 'repair'; readonly event: AosEvent; readonly repairs: readonly Repair[] };

/**
 * Options of `guardian`; only `url` is required.
 *
 * @example
 * const options: GuardianOptions = { url: 'http://127.0.0.1:4747', token: 'secret', onFailure: { onAgentResponse: 'allow' } };
 */
export interface GuardianOptions {
  readonly url: string | URL;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** The name of the policy. Default: `guardian`. */
  readonly name?: string;
  /** The events to ask about. Default: all events that AOS knows. */
  readonly events?: readonly AosEvent[];
  /** Milliseconds for one decision, including connecting and retries. Default: 5000. */
  readonly timeoutMs?: number;
  /** The result without a decision, for all events or by event. Default: `deny`. */
  readonly onFailure?: Posture | Partial<Readonly<Record<AosEvent, Posture>>>;
  /** Further attempts if the request certainly was not sent. Default: 2. */
  readonly retries?: number;
  /** The largest answer in bytes; a larger one is refused unread. Default: 1 MiB. */
  readonly maxAnswerBytes?: number;
  /** Milliseconds that a decision may stay pending before it counts as deny. Default: 300000. */
  readonly pendingTimeoutMs?: number;
  /** After this many failures in a row, no request is sent for `resetMs`. Default: 5 and 10000. False: always ask. */
  readonly circuit?: { readonly failures?: number; readonly resetMs?: number } | false;
  /** True: the guardian may choose another tool. Default: false. */
  readonly allowRename?: boolean;
  /** True: known defects of answers are repaired. Default: true. */
  readonly repair?: boolean;
  /** Facts about the agent in AOS that the session does not know. */
  readonly agent?: AgentDetails;
  /** Called with every failure and every repair. */
  readonly report?: (note: GuardianNote) => void;
}
