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

/** A hook that failed while it was tried. */
export interface TrialFailure {
  readonly hook: string;
  /** `hook_failed`, `hook_timeout`, … */
  readonly code: string;
  readonly error: unknown;
}

/** What one policy made of one event. */
export interface Trial<E extends EventName = EventName> {
  readonly event: E;
  /** The strongest thing that was said; an approved ask stays `ask`. */
  readonly said: Verb;
  /** What stands in the end. */
  readonly verdict: AnyVerdict;
  /** The slot's value as the step would get it. */
  readonly value: SlotValueOf<E>;
  /** What was supplied in place of the step. */
  readonly outcome: Dict | undefined;
  /** Undefined for an event that only has observers. */
  readonly record: DecisionRecord | undefined;
  /** What it would have done, where it only monitors. */
  readonly monitored: DecisionRecord | undefined;
  /** What an approver was asked, in order. */
  readonly asks: readonly ApprovalRequest[];
  readonly failures: readonly TrialFailure[];
  /** The session it ran in; its state is what the policy left there. */
  readonly session: SessionView;
}
