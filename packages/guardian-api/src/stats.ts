import type { Verb } from '@interpose/core';

/** The counts of one interval: how often each verb was decided, and how long decisions took. */
export interface Bucket extends Readonly<Record<Verb, number>> {
  readonly at: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
  readonly spend: number;
  /** The number of asks that waited for a person at some moment of the interval. */
  readonly waiting: number;
}

/** The counts of a period of time. */
export interface Stats {
  readonly buckets: readonly Bucket[];
  readonly waiting: number;
  readonly agents: number;
  readonly sessions: number;
}
