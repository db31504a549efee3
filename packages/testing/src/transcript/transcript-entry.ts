import type { DecisionRecord, Dict } from '@interpose/core';

/** One event of a transcript; ids are names in order of first use, so that two runs can be compared. */
export interface TranscriptEvent {
  readonly event: string;
  /** `s1`, `s2`, … */
  readonly session: string;
  /** `c1`, `c2`, … */
  readonly chat: string;
  /** The chat of the agent that called this one. */
  readonly parent?: string;
  readonly iteration?: number;
  /** The number of the attempt, from the second on. */
  readonly attempt?: number;
  /** The call of this event: `call1`, `call2`, … */
  readonly call?: string;
  /** The payload values that every framework reports alike. */
  readonly detail: Dict;
}

/** One decision record without the fields that differ from run to run. */
export interface TranscriptRecord extends Pick<
  DecisionRecord,
  'event' | 'tool' | 'decision' | 'by' | 'codes' | 'changed' | 'mode' | 'settled'
> {
  readonly chat: string;
}
