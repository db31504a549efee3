import type { DecisionRecord, Dict } from '@interpose/core';

/** One event of a transcript; ids are names by order of first sight, so that two runs can be compared. */
export interface TranscriptEvent {
  readonly event: string;
  /** `s1`, `s2`, … */
  readonly session: string;
  /** `c1`, `c2`, … */
  readonly chat: string;
  /** The chat of the agent that called this one. */
  readonly parent?: string;
  readonly iteration?: number;
  /** Given from the second attempt on. */
  readonly attempt?: number;
  /** The call this event is about: `call1`, `call2`, … */
  readonly call?: string;
  /** What it carried, as far as every framework tells it alike. */
  readonly detail: Dict;
}

/** One decision record without what differs from run to run. */
export interface TranscriptRecord extends Pick<
  DecisionRecord,
  'event' | 'tool' | 'decision' | 'by' | 'codes' | 'changed' | 'mode' | 'settled'
> {
  readonly chat: string;
}
