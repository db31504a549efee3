import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create index step_interfered_tool on step (tenant, tool, at desc, seq desc) where decision <> 'allow'`,
  // Sessions longer than a day: old lists look for them separately.
  `create index session_long on session (tenant, last_at desc, id desc) where last_at - started_at > 86400000`,
];

/** Adds indexes for refusals of a tool, and for old sessions, without reading what came after. */
export const listsByToolAndTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
    for (const each of statements) await sql.raw(each).execute(db);
  },
};
