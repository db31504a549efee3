import type { DecisionRecord } from '@interpose/core';
import type { Span } from '@opentelemetry/api';

/** One step that has begun and not ended. */
export interface OpenStep {
  /** The event that it began with. */
  readonly event: string;
  /** Tells the steps of one event in a chat apart: the id of a call, the number of a model call, who is asked. */
  readonly id: StepId;
  /** The query or the task itself, which tells parallel steps with one id apart; undefined for other steps. */
  readonly about: unknown;
  readonly span: Span;
  /** Whose span it is: the step's; the framework's, which ends it itself; or the chat's, if that is not recorded. */
  readonly of: 'step' | 'host' | 'chat';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The decisions about it so far that became span events. */
  decisions: DecisionRecord[] | undefined;
  /** The step of the same chat that began before it and is open too. */
  before: OpenStep | undefined;
}

export type StepId = string | number;

/** What tells the steps of one chat apart. */
export type StepName = Pick<OpenStep, 'event' | 'id' | 'about'>;

/** The span of one chat and of its open steps. */
export class ChatSpans {
  span: Span | undefined;
  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells = false;
  /** The latest step, linked to those before it: few are open at a time, and a map is rebuilt whenever it empties. */
  before: OpenStep | undefined;

  /** Removes and returns the newest step with this event and this id, and about this. */
  take(event: string, id: StepId, about: unknown): OpenStep | undefined {
    let after: OpenStep | undefined;
    let step = this.before;
    while (step !== undefined && !(step.event === event && step.id === id && step.about === about))
      step = (after = step).before;
    if (step !== undefined) (after ?? this).before = step.before;
    return step;
  }

  /** Does the same, if need be with a step about something else: an adapter may tell the end of a copy. */
  takeAny(event: string, id: StepId, about: unknown): OpenStep | undefined {
    const exact = this.take(event, id, about);
    if (exact !== undefined || about === undefined) return exact;
    let step = this.before;
    while (step !== undefined && !(step.event === event && step.id === id)) step = step.before;
    return step === undefined ? undefined : this.take(event, id, step.about);
  }

  /** Adds a step; the caller has to remove another one with the same event and id before. */
  put(
    { event, id, about }: StepName,
    span: Span,
    of: OpenStep['of'],
    startedAt: number,
    decisions?: DecisionRecord[],
  ): OpenStep {
    const { before } = this;
    return (this.before = { event, id, about, span, of, startedAt, decisions, before });
  }
}
