import type {
  AnyVerdict,
  ApprovalRequest,
  DecisionRecord,
  Dict,
  EventName,
  SessionView,
  SlotValueOf,
  Verb,
} from '@interpose/core';

/** A hook that failed during the trial. */
export interface TrialFailure {
  readonly hook: string;
  /** `hook_failed`, `hook_timeout`, … */
  readonly code: string;
  readonly error: unknown;
}

/** The result of one policy on one event. */
export interface Trial<E extends EventName = EventName> {
  readonly event: E;
  /** The strongest verb of the policy; an approved ask stays `ask`. */
  readonly said: Verb;
  /** The final verdict. */
  readonly verdict: AnyVerdict;
  /** The slot's value that the step would get. */
  readonly value: SlotValueOf<E>;
  /** The outcome that was supplied in place of the step. */
  readonly outcome: Dict | undefined;
  /** The decision record; undefined for an event that has only observers. */
  readonly record: DecisionRecord | undefined;
  /** The decision that a monitoring policy would have made. */
  readonly monitored: DecisionRecord | undefined;
  /** The requests to an approver, in order. */
  readonly asks: readonly ApprovalRequest[];
  readonly failures: readonly TrialFailure[];
  /** The session of the trial; its state is what the policy left there. */
  readonly session: SessionView;
}
