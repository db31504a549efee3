import { queryOptions } from '@tanstack/react-query';
import type { Decision, Judgement, Page, Verdict, WholeDecision } from '@interpose/guardian-api';

import { get, write, type Query } from './request.ts';

/** The six verdicts, in the order they are drawn and listed. */
export const VERBS = [
  'allow',
  'modify',
  'respond',
  'retry',
  'ask',
  'deny',
] as const satisfies readonly Verdict['decision'][];

export type Verb = (typeof VERBS)[number];

const MOST_PAGES = 20;

/** The newest decisions that fit: where what is filtered by is seldom, pages may be empty before the first that is not. */
export async function fetchDecisions(query: Query, signal?: AbortSignal): Promise<Page<Decision>> {
  let page = await get<Page<Decision>>('/api/decisions', query, signal);
  for (let count = 1; count < MOST_PAGES && page.rows.length === 0 && page.next !== null; count++)
    page = await get<Page<Decision>>('/api/decisions', { ...query, cursor: page.next }, signal);
  return page;
}

export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id],
    queryFn: ({ signal }) =>
      get<WholeDecision>(`/api/decisions/${encodeURIComponent(id)}`, {}, signal),
  });

/** Asks today's policies, or those of a digest, what they say of a decision that was made before. */
export function judgeAgain(decision: string, policies?: string): Promise<Judgement> {
  return write(
    'POST',
    '/api/judge',
    policies === undefined ? { decision } : { decision, policies },
  );
}
