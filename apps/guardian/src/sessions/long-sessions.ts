import { sql, type RawBuilder } from 'kysely';

/** Few sessions go on for longer; they are looked for apart where a list is of long ago. */
export const DAY_MS = 86_400_000;

/** The sessions that went on for longer than a day, and at this time or later. */
export function longSessions(end: number): RawBuilder<unknown> {
  return sql`(select * from session where last_at >= ${end}::bigint and last_at - started_at > ${sql.lit(DAY_MS)})`;
}
