import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create index step_interfered_tool on step (tenant, tool, at desc, seq desc) where decision <> 'allow'`,
  // Sessions that went on for more than a day: lists of long ago look for them apart.
  `create index session_long on session (tenant, last_at desc, id desc) where last_at - started_at > 86400000`,
];

/** What is seldom allowed of a tool, and what was going on long ago, without reading what came after. */
export const listsByToolAndTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
    for (const each of statements) await sql.raw(each).execute(db);
  },
};
