import type { Hooks } from '@interpose/core';

/** How a subject is made: how many text chunks it streams, how far apart, and behind which hooks. */
export interface StreamPlan {
  readonly chunks: number;
  /** Milliseconds between two chunks; 0 sends them as fast as they are read. */
  readonly everyMs: number;
  readonly hooks?: Hooks;
}

/** One SDK whose own streaming is timed, bare and hooked. */
export interface StreamSubject {
  readonly sdk: string;
  /** Makes the agent or client once; each call of what comes back streams one answer. */
  readonly prepare: (plan: StreamPlan) => () => Promise<AsyncIterable<unknown>>;
}
