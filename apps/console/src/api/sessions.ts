import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Decision } from './decisions.ts';
import { get, type Query } from './request.ts';

export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly framework?: string;
  readonly user?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly chats: number;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend?: number;
}

export const FACETS = ['verb', 'policy', 'agent', 'tool', 'code', 'user'] as const;

export type Facet = (typeof FACETS)[number];

export interface SessionPage {
  readonly rows: readonly SessionRow[];
  readonly next?: string | null;
  readonly facets: Readonly<Partial<Record<Facet, Readonly<Record<string, number>>>>>;
}

export interface Chat {
  readonly id: string;
  readonly parentChatId?: string;
  readonly agent: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly ending?: string;
}

export interface SessionDetail {
  readonly session: SessionRow;
  readonly chats: readonly Chat[];
  readonly steps: readonly Decision[];
  readonly next?: string | null;
}

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
async function fetchWhole(path: string, signal: AbortSignal): Promise<SessionDetail> {
  const first = await get<SessionDetail>(path, {}, signal);
  const steps = [...first.steps];
  let { next } = first;
  while (next !== undefined && next !== null) {
    const page = await get<SessionDetail>(path, { cursor: next }, signal);
    steps.push(...page.steps);
    ({ next } = page);
  }
  return { ...first, steps };
}
