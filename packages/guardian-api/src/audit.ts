/** The head of a batch of the chain. */
export interface AuditHead {
  readonly batch: number;
  readonly hash: string;
  readonly count: number;
  readonly closedAt: number;
  /** When it was written down outside the database. */
  readonly anchored?: number;
}

/** The newest heads of the chain of a tenant. */
export interface Audit {
  readonly heads: readonly AuditHead[];
  readonly total: number;
  readonly publicKey: string;
  /** Whether heads are written down outside the database. */
  readonly isAnchored: boolean;
}

/** The progress of a check; the last line also has its result. */
export interface AuditCheck {
  readonly checked: number;
  readonly retired?: number;
  readonly ok?: boolean;
  /** Keys that only the database knows: anyone who can write to it may have made them. */
  readonly unknownKeys?: readonly string[];
  readonly firstBroken?: {
    readonly batch: number;
    readonly index: number;
    readonly kind: 'changed' | 'dropped' | 'inserted' | 'moved';
    /** The decision that is in this place now. */
    readonly found?: { readonly id: string; readonly sessionId: string };
  };
}
