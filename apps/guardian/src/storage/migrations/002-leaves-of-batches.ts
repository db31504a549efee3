import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the hashes of a batch's records, so that verification can name the record, not only the batch. */
export const leavesOfBatches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table audit_batch add column leaves text not null default ''`.execute(db);
  },
};
