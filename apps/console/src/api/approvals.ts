import { queryOptions } from '@tanstack/react-query';
import type { AnswerVerb, Approval, ApprovalPage, WholeApproval } from '@interpose/guardian-api';

import { get, write } from './request.ts';

export interface Answer {
  readonly decision: AnswerVerb;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly words?: string;
  readonly digest: string;
}

/** The most that one page lists. */
const MOST_LISTED = 1000;
const LIMIT = 500;

/** Oldest first: the oldest that wait, or, with those that are over, the newest of all. */
export const approvalsQuery = (state: 'waiting' | 'all') =>
  queryOptions({
    queryKey: ['approvals', state],
    queryFn: ({ signal }) => (state === 'all' ? fetchNewest(signal) : fetchWaiting(signal)),
  });

/** How many wait, without what they are about. */
export const waitingQuery = queryOptions({
  queryKey: ['approvals', 'count'],
  queryFn: ({ signal }) =>
    get<ApprovalPage>('/api/approvals', { state: 'waiting', limit: 1 }, signal),
  select: ({ waiting }) => waiting,
});

async function fetchWaiting(signal: AbortSignal): Promise<ApprovalPage> {
  const query = { state: 'waiting', limit: LIMIT };
  let page = await get<ApprovalPage>('/api/approvals', query, signal);
  const rows = [...page.rows];
  while (page.next !== null && rows.length < MOST_LISTED) {
    page = await get<ApprovalPage>('/api/approvals', { ...query, cursor: page.next }, signal);
    rows.push(...page.rows);
  }
  return { ...page, rows };
}

async function fetchNewest(signal: AbortSignal): Promise<ApprovalPage> {
  const query = { order: 'newest', limit: LIMIT };
  const page = await get<ApprovalPage>('/api/approvals', query, signal);
  return { ...page, rows: page.rows.toReversed() };
}

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval', id],
    queryFn: ({ signal }) =>
      get<WholeApproval>(`/api/approvals/${encodeURIComponent(id)}`, {}, signal),
  });

export function answerApproval(id: string, answer: Answer): Promise<Approval> {
  return write('POST', `/api/approvals/${encodeURIComponent(id)}/answer`, answer);
}
