import { queryOptions } from '@tanstack/react-query';

import { get, write } from './request.ts';

export type ApprovalState =
  | 'waiting'
  | 'approved'
  | 'denied'
  | 'changed'
  | 'answered'
  | 'expired'
  | 'withdrawn';

export type AnswerVerb = 'approve' | 'deny' | 'change' | 'answer';

export interface Approval {
  readonly id: string;
  readonly sessionId: string;
  readonly chatId: string;
  readonly agent: string;
  readonly user?: string;
  readonly event: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly question: string;
  readonly by: string | readonly string[];
  readonly state: ApprovalState;
  readonly digest: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly quorum: { readonly needed: number; readonly roles?: readonly string[] };
  readonly answers: readonly GivenAnswer[];
}

export interface GivenAnswer {
  readonly by: string;
  readonly at: number;
  readonly decision: string;
  readonly words?: string;
}

export interface RiskNote {
  readonly level: 'info' | 'warn' | 'danger';
  readonly text: string;
  readonly path?: string;
}

export interface ApprovalDetail extends Approval {
  readonly conversation?: readonly { readonly role: string; readonly text: string }[];
  readonly earlier?: readonly GivenAnswer[];
  readonly notes?: readonly RiskNote[];
}

export interface ApprovalPage {
  readonly rows: readonly Approval[];
  readonly next?: string | null;
  readonly waiting: number;
}

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
      get<ApprovalDetail>(`/api/approvals/${encodeURIComponent(id)}`, {}, signal),
  });

export function answerApproval(id: string, answer: Answer): Promise<Approval> {
  return write('POST', `/api/approvals/${encodeURIComponent(id)}/answer`, answer);
}
