import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The hashes of a batch's records one after the other: with them, verification names the record and not the batch only. */
export const leavesOfBatches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table audit_batch add column leaves text not null default ''`.execute(db);
  },
};
