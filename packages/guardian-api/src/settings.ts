/** A token of an agent, without its secret. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  /** Empty where it fits every agent of the tenant. */
  readonly agent: string;
  readonly createdAt: number;
  readonly by: string;
  readonly lastAt?: number;
  /** Until when the token that this one replaces is still taken. */
  readonly previousUntil?: number;
}

/** A token with its secret, which is in this answer and nowhere else. */
export interface GivenToken {
  readonly token: TokenRow;
  readonly secret: string;
}

/** What people can be told of. */
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
  /** Why the last call failed; absent where it was taken. */
  readonly failing?: string;
}

/** How a call went. */
export interface Delivery {
  /** Absent where nothing answered. */
  readonly status?: number;
  readonly failing?: string;
}

/** How many days a tenant keeps what. */
export interface Retention {
  readonly payloadDays: number;
  readonly decisionDays: number;
}

/** What would go in the next turn, and what stays. */
export interface RetentionPreview {
  readonly decisions: number;
  readonly payloads: number;
  readonly keptDecisions: number;
}
