import { queryOptions } from '@tanstack/react-query';
import type { Stats } from '@interpose/guardian-api';

import { get } from './request.ts';

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
