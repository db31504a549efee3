import type { Verb } from '@interpose/core';

/** What happened in one piece of time: how often each verb, and what it took. */
export interface Bucket extends Readonly<Record<Verb, number>> {
  readonly at: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
  readonly spend: number;
  /** Asks that waited for a person at some moment of it. */
  readonly waiting: number;
}

/** The counts of a time. */
export interface Stats {
  readonly buckets: readonly Bucket[];
  readonly waiting: number;
  readonly agents: number;
  readonly sessions: number;
}
