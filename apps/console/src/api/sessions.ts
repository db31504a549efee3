import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Facet, SessionPage, WholeSession } from '@interpose/guardian-api';

import { get, type Query } from './request.ts';

export const FACETS = [
  'verb',
  'policy',
  'agent',
  'tool',
  'code',
  'user',
] as const satisfies readonly Facet[];

export const sessionsQuery = (query: Query) =>
  infiniteQueryOptions({
    queryKey: ['sessions', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      get<SessionPage>('/api/sessions', { ...query, cursor: pageParam, limit: 100 }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => fetchWhole(`/api/sessions/${encodeURIComponent(id)}`, signal),
  });

/** Long sessions come in pages; a tree needs all of them. */
async function fetchWhole(path: string, signal: AbortSignal): Promise<WholeSession> {
  const first = await get<WholeSession>(path, {}, signal);
  const steps = [...first.steps];
  let { next } = first;
  while (next !== null) {
    const page = await get<WholeSession>(path, { cursor: next }, signal);
    steps.push(...page.steps);
    ({ next } = page);
  }
  return { ...first, steps };
}
