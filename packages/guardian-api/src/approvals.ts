import type { Page } from './page.ts';

/** The state of an approval; every state but `waiting` is final. */
export type ApprovalState =
  | 'waiting'
  | 'approved'
  | 'denied'
  | 'changed'
  | 'answered'
  | 'expired'
  | 'withdrawn';

/** The kinds of answers that people can give to an ask. */
export type AnswerVerb = 'approve' | 'deny' | 'change' | 'answer';

/** One answer of one person. */
export interface GivenAnswer {
  readonly by: string;
  /** The id of the person, whatever their name is now. */
  readonly person?: string;
  readonly at: number;
  readonly decision: AnswerVerb;
  readonly words?: string;
}

/** An ask as people see it; secrets in its arguments are replaced. */
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
  /** The digest of the exact value that will run, for the exact policies that ask. */
  readonly digest: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly quorum: { readonly needed: number; readonly roles: readonly string[] };
  readonly answers: readonly GivenAnswer[];
  readonly escalatedAt?: number;
}

/** One message in the chat of an ask. */
export interface Spoken {
  readonly role: string;
  readonly text: string;
}

/** A note on what deserves a second look, in all arguments or in the one at `path`. */
export interface RiskNote {
  readonly level: 'info' | 'warn' | 'danger';
  readonly text: string;
  readonly path?: string;
}

/** An approval with what a person needs to answer it. */
export interface WholeApproval extends Approval {
  readonly conversation: readonly Spoken[];
  readonly earlier: readonly GivenAnswer[];
  readonly notes: readonly RiskNote[];
}

/** A page of approvals, oldest first unless the newest were asked for, and the number of all that wait. */
export interface ApprovalPage extends Page<Approval> {
  readonly waiting: number;
}
