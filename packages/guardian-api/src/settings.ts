/** A token of an agent, without its secret. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  /** The agent that may use the token; empty if every agent of the tenant may. */
  readonly agent: string;
  readonly createdAt: number;
  readonly by: string;
  readonly lastAt?: number;
  /** The time until which the token that this one replaces is still accepted. */
  readonly previousUntil?: number;
}

/** A token with its secret, which only this answer contains. */
export interface GivenToken {
  readonly token: TokenRow;
  readonly secret: string;
}

/** The kinds of notices that people can get. */
export type NoticeKind = 'asked' | 'escalated' | 'answered' | 'expired';

/** A webhook without its secret, and how its last call went. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly format: 'json' | 'slack';
  readonly kinds: readonly NoticeKind[];
  readonly createdAt: number;
  readonly by: string;
  readonly lastAt?: number;
  readonly lastStatus?: number;
  /** Why the last call failed; absent if it was accepted. */
  readonly failing?: string;
}

/** The result of one call of a webhook. */
export interface Delivery {
  /** The status of the answer; absent if nothing answered. */
  readonly status?: number;
  readonly failing?: string;
}

/** The number of days for which a tenant keeps payloads and decisions. */
export interface Retention {
  readonly payloadDays: number;
  readonly decisionDays: number;
}

/** The numbers of decisions and payloads that the next run would delete, and of decisions that stay. */
export interface RetentionPreview {
  readonly decisions: number;
  readonly payloads: number;
  readonly keptDecisions: number;
}
