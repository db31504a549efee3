/** The heads of the chains. */
export interface AuditBatchTable {
  readonly tenant: string;
  readonly number: number;
  readonly segment: string;
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly closed_at: number;
  readonly hash: string;
  readonly signature: string;
  readonly key_id: string;
  readonly first_at: number;
  readonly last_at: number;
  readonly anchored_at: number | null;
  readonly leaves: string;
}

/** The public keys of guardians. */
export interface AuditKeyTable {
  readonly id: string;
  readonly public_key: string;
  readonly created_at: number;
}
