import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds an index that finds the marks of dropped sessions. */
export const sessionsThatGo: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
    await sql`create index session_mark_session on session_mark (tenant, session_id)`.execute(db);
  },
};
