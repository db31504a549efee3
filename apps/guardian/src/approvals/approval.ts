import type { Selectable } from 'kysely';

import type { Tables } from '../storage/tables.ts';

/** What people can say to an ask. */
export const answerKinds = ['approve', 'deny', 'change', 'answer'] as const;

/** One answer of one person. */
export interface GivenAnswer {
  readonly by: string;
  readonly at: number;
  readonly decision: (typeof answerKinds)[number];
  readonly words?: string;
}

/** How an approval stands; everything after `waiting` is an end. */
export type ApprovalState =
  | 'waiting'
  | 'approved'
  | 'denied'
  | 'changed'
  | 'answered'
  | 'expired'
  | 'withdrawn';

/** An ask as people see it; what is secret in its arguments is replaced. */
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
  readonly by: readonly string[];
  readonly state: ApprovalState;
  /** Of the exact value that will run, for the exact policies that ask. */
  readonly digest: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly quorum: { readonly needed: number; readonly roles: readonly string[] };
  readonly answers: readonly GivenAnswer[];
  readonly escalatedAt?: number;
}

/** A row of the table. */
export type ApprovalRow = Selectable<Tables['approval']>;

/** The row as people see it. */
export function toApproval(row: ApprovalRow): Approval {
  return {
    id: row.id,
    sessionId: row.session_id,
    chatId: row.chat_id,
    agent: row.agent,
    ...(row.user_id === null ? {} : { user: row.user_id }),
    event: row.event,
    ...(row.tool === null ? {} : { tool: row.tool }),
    ...(row.args === null ? {} : { args: JSON.parse(row.args) as unknown }),
    question: row.question,
    by: row.by_names,
    state: row.state as ApprovalState,
    digest: row.digest,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    quorum: { needed: row.needed, roles: [row.role] },
    answers: answersOf(row),
    ...(row.escalated_at === null ? {} : { escalatedAt: row.escalated_at }),
  };
}

/** The answers given so far, oldest first. */
export function answersOf({ answers }: Pick<ApprovalRow, 'answers'>): readonly GivenAnswer[] {
  return JSON.parse(answers) as GivenAnswer[];
}
