import { sql, type RawBuilder } from 'kysely';

import { DAY_MS } from '../storage/day-ms.ts';

/**
 * The sessions that went on for longer than a day, and at this time or later. They are few, and looked for apart where a
 * list is of long ago.
 */
export function longSessions(end: number): RawBuilder<unknown> {
  return sql`(select * from session where last_at >= ${end}::bigint and last_at - started_at > ${sql.lit(DAY_MS)})`;
}
