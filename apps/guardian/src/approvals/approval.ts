import type { Selectable } from 'kysely';
import type { Approval, ApprovalState, GivenAnswer } from '@interpose/guardian-api';

import { cutText } from '../decisions/redact-payload.ts';
import type { Tables } from '../storage/tables.ts';

/** The answers that people can give to an ask. */
export const answerKinds = ['approve', 'deny', 'change', 'answer'] as const;

/** A row of the table `approval`. */
export type ApprovalRow = Selectable<Tables['approval']>;

/** Converts a row to the form for lists and notices: arguments that are too long are cut. */
export function toShortApproval({ args, ...row }: ApprovalRow): Approval {
  return toApproval({ ...row, args: args && cutText(args) });
}

/** Converts a row to the form for people who answer. */
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

/** Returns the answers so far, oldest first. */
export function answersOf({ answers }: Pick<ApprovalRow, 'answers'>): readonly GivenAnswer[] {
  return JSON.parse(answers) as GivenAnswer[];
}
