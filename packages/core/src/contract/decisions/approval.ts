import type { MaybePromise } from '../hooks/store.ts';
import type { AgentIdentity, Tool, User } from '../values/index.ts';

/**
 * The question to an approver: exactly what will run.
 *
 * @example
 * createHooks({ approver: ({ reason, value, digest }: ApprovalRequest) => ({ approved: digest.length === 64 && value !== undefined && reason !== '' }) });
 */
export interface ApprovalRequest {
  /** The event at which a hook asks, such as `preToolCall`. */
  readonly event: string;
  /** The question of the hook, in its own words. */
  readonly reason: string;
  /** The `policy/hook` names of the hooks that ask. */
  readonly by: readonly string[];
  /** The final value of the slot, after every modification. */
  readonly value: unknown;
  /** The tool that will run, at tool events. */
  readonly tool?: Tool;
  /** SHA-256 in hex over event, user, tool, where it comes from, value and policy versions. */
  readonly digest: string;
  /** The session that the step belongs to. */
  readonly sessionId: string;
  /** The chat that the step belongs to. */
  readonly chatId: string;
  /** The agent that wants to take the step. */
  readonly agent: AgentIdentity;
  /** The user on whose behalf the agent runs, if the app named one. */
  readonly user?: User;
  /** The token that answers this ask through `hooks.resume`, after the approver said `suspend`. It works once. */
  readonly token: string;
  /** The time, in epoch milliseconds, after which no answer counts as no. */
  readonly expiresAt: number;
  /** Aborts with the chat or when the time is up. */
  readonly signal: AbortSignal;
}

/**
 * An approver's answer: yes, perhaps with another value; no; or later. Anything else counts as no.
 *
 * @example
 * const yes: ApprovalAnswer = { approved: true, by: 'ada' };
 * const later: ApprovalAnswer = { suspend: true };
 */
export type ApprovalAnswer =
  | {
      readonly approved: true;
      readonly by?: string;
      readonly change?: unknown;
      /** If given, it has to be the digest of the request: a yes to something else counts as no. */
      readonly digest?: string;
    }
  | { readonly approved: false; readonly by?: string; readonly reason?: string }
  | { readonly suspend: true };

/**
 * Decides an ask, now or later.
 *
 * @example
 * const approver: Approver = ({ tool }) => ({ approved: tool?.name === 'refund', by: 'ada' });
 * createHooks({ approver });
 */
export type Approver = (request: ApprovalRequest) => MaybePromise<ApprovalAnswer>;

/**
 * The answer to a suspended ask.
 *
 * @example
 * const answer: ResumeAnswer = { approved: true, by: 'ada' };
 */
export interface ResumeAnswer {
  readonly approved: boolean;
  readonly by?: string;
  readonly reason?: string;
  /** Another value for the slot; the gate runs again with it. */
  readonly change?: unknown;
  /** If given, it has to be the digest of the ask: a yes to something else counts as no. */
  readonly digest?: string;
}
