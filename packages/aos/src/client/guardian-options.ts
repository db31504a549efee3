import type { AosEvent } from '../events/codecs.ts';
import type { Repair } from '../wire/repair.ts';
import type { AgentDetails } from './agent-details.ts';

/**
 * What happens to a step when the guardian gives no decision.
 *
 * @example
 * const posture: Posture = 'deny';
 */
export type Posture = 'deny' | 'allow';

/**
 * Something an operator may want to know: a guardian that gave no decision, or an answer that had to be mended.
 *
 * @example
 * const log = (note: GuardianNote): void => console.log(note.kind, note.event);
 */
export type GuardianNote =
  | {
      readonly kind: 'failure';
      readonly event: AosEvent;
      /** The code that the decision record carries. */
      readonly code: string;
      readonly cause?: unknown;
    }
  | { readonly kind: 'repair'; readonly event: AosEvent; readonly repairs: readonly Repair[] };

/**
 * How a guardian is asked; only `url` is required.
 *
 * @example
 * const options: GuardianOptions = { url: 'http://127.0.0.1:4747', token: 'secret', onFailure: { onAgentResponse: 'allow' } };
 */
export interface GuardianOptions {
  readonly url: string | URL;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** The policy's name: `guardian`. */
  readonly name?: string;
  /** The events that travel: all that AOS knows. */
  readonly events?: readonly AosEvent[];
  /** Milliseconds for one decision, connecting and retrying included: 5000. */
  readonly timeoutMs?: number;
  /** What happens without a decision: `deny`; by event where only some may go on. */
  readonly onFailure?: Posture | Partial<Readonly<Record<AosEvent, Posture>>>;
  /** Further attempts where the request provably was not sent: 2. */
  readonly retries?: number;
  /** An answer larger than this is refused unread: 1 MiB. */
  readonly maxAnswerBytes?: number;
  /** Milliseconds a decision may stay announced as pending before it counts as deny: 300000. */
  readonly pendingTimeoutMs?: number;
  /** After this many failures in a row nobody is asked for so many milliseconds: 5 and 10000; false: always ask. */
  readonly circuit?: { readonly failures?: number; readonly resetMs?: number } | false;
  /** Let the guardian choose another tool: false. */
  readonly allowRename?: boolean;
  /** Mend known defects of answers: true. */
  readonly repair?: boolean;
  /** What AOS can say of the agent beyond what the session knows. */
  readonly agent?: AgentDetails;
  /** Told of every failure and every repair. */
  readonly report?: (note: GuardianNote) => void;
}
