import type { Page } from './page.ts';

/** How an approval stands; everything after `waiting` is an end. */
export type ApprovalState =
  | 'waiting'
  | 'approved'
  | 'denied'
  | 'changed'
  | 'answered'
  | 'expired'
  | 'withdrawn';

/** What people can say to an ask. */
export type AnswerVerb = 'approve' | 'deny' | 'change' | 'answer';

/** One answer of one person. */
export interface GivenAnswer {
  readonly by: string;
  /** Who that is, whatever they are called now. */
  readonly person?: string;
  readonly at: number;
  readonly decision: AnswerVerb;
  readonly words?: string;
}

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

/** One thing that was said in the chat of an ask. */
export interface Spoken {
  readonly role: string;
  readonly text: string;
}

/** What deserves a second look, of all arguments or of one. */
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

/** A page of approvals, oldest first; with how many wait in all. */
export interface ApprovalPage extends Page<Approval> {
  readonly waiting: number;
}
