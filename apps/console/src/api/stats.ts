import { queryOptions } from '@tanstack/react-query';

import type { Verb } from './decisions.ts';
import { get } from './request.ts';

export interface Bucket extends Readonly<Record<Verb, number>> {
  readonly at: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
  readonly spend: number;
  /** Asks that waited for a person at some moment of it. */
  readonly waiting: number;
}

export interface Stats {
  readonly buckets: readonly Bucket[];
  readonly waiting: number;
  readonly agents: number;
  readonly sessions: number;
}

const MINUTE = 60_000;

/** The last so many minutes in this many buckets, asked again every ten seconds. */
export const statsQuery = (minutes: number, buckets: number) =>
  queryOptions({
    queryKey: ['stats', minutes, buckets],
    queryFn: ({ signal }) => {
      const size = (minutes * MINUTE) / buckets;
      const to = Math.ceil(Date.now() / size) * size;
      return get<Stats>('/api/stats', { from: to - minutes * MINUTE, to, buckets }, signal);
    },
    refetchInterval: 10_000,
  });
