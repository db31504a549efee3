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

/** Oldest first; `all` lists those that are answered too. */
export const approvalsQuery = (state: 'waiting' | 'all') =>
  queryOptions({
    queryKey: ['approvals', state],
    queryFn: ({ signal }) =>
      get<ApprovalPage>('/api/approvals', state === 'all' ? {} : { state }, signal),
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval', id],
    queryFn: ({ signal }) =>
      get<WholeApproval>(`/api/approvals/${encodeURIComponent(id)}`, {}, signal),
  });

export function answerApproval(id: string, answer: Answer): Promise<Approval> {
  return write('POST', `/api/approvals/${encodeURIComponent(id)}/answer`, answer);
}
