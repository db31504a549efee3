import type { DecisionRecord } from '@interpose/core';

/** What a decision record says that every framework must say alike. */
export type ParityDecision = Pick<
  DecisionRecord,
  'tool' | 'decision' | 'by' | 'codes' | 'changed' | 'mode' | 'settled'
>;

/** Arguments that frameworks treat in different ways: a key that would change a prototype, or JSON but no object. */
export type OddArguments = 'prototype' | 'no-object';

/** One event of a run as every framework must tell it; ids and texts are left out. */
export interface ParityEntry {
  readonly event: string;
  /** Chats of a run count from 1. */
  readonly chat: number;
  readonly iteration?: number;
  readonly attempt: number;
  /** Which call of the model's last response it is about, from 1. */
  readonly call?: number;
  /** What else tells it from its like: the tool, the role of a message, a cause, how a chat ended. */
  readonly about: string;
  /** For the list of differences alone: what is odd about the arguments of the call. */
  readonly oddity?: OddArguments;
  /** Given where the event takes a verdict, whoever gave one. */
  readonly decision?: ParityDecision;
}
