import type { DecisionRecord, Dict } from '@interpose/core';

/** One tool call from the model's wish to what the model was told. */
export interface CallStory {
  readonly name: string;
  /** What the model asked for. */
  readonly asked: Dict;
  /** What the policies decided before the tool ran. */
  record?: DecisionRecord;
  /** What an approver was asked, and what came back. */
  question?: { readonly reason: string; readonly answer: string };
  /** What the tool really ran with, and what came of it; absent where it did not run. */
  ran?: { readonly args: Dict; readonly outcome: unknown };
  /** The error text that the model got. */
  told?: string;
}
