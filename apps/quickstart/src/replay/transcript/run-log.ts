import type { DecisionRecord, Verb } from '@interpose/core';

/** One event of a run, as its transcript shows it. */
export interface LoggedEvent {
  readonly event: string;
  readonly chatId: string;
  /** 0-based index of the model call, where the event belongs to one. */
  readonly iteration?: number;
  /** What it was about, in one line. */
  readonly about: string;
  readonly record?: DecisionRecord;
}

/** What happened in one run: its events where they are wanted, and its decisions. */
export class RunLog {
  readonly events: LoggedEvent[] = [];
  readonly decisions: Record<Verb, number> = {
    allow: 0,
    deny: 0,
    modify: 0,
    respond: 0,
    ask: 0,
    retry: 0,
  };
  #isAnswered = false;
  #isInterfered = false;
  #isSuspended = false;

  /** True once a policy changed the course of the run. */
  get isInterfered(): boolean {
    return this.#isInterfered;
  }

  /** True once a call waits for a person: a replay has none. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /** True while a policy has supplied an outcome and nothing else was decided: an error is the policy's. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Counts a decision. A delta that passes is none: their number is the provider's choice. */
  note(record: DecisionRecord): void {
    if (record.event === 'onResponseDelta' && record.decision === 'allow') return;
    this.decisions[record.decision] += 1;
    // An error that a policy supplied passes onRequestError before it is thrown.
    if (record.event !== 'onRequestError') this.#isAnswered = isAnswer(record);
    this.#isInterfered ||= interferes(record);
    this.#isSuspended ||= record.settled === 'suspended';
  }
}

function isAnswer({ mode, decision }: DecisionRecord): boolean {
  return mode === 'enforce' && decision === 'respond';
}

function interferes({ mode, decision, changed, settled }: DecisionRecord): boolean {
  if (mode === 'monitor') return false;
  if (decision === 'ask') return changed || settled !== 'approved';
  return changed || decision !== 'allow';
}
