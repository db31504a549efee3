import { sql, type RawBuilder } from 'kysely';

import { DAY_MS } from '../storage/day-ms.ts';

/**
 * Returns the sessions that lasted longer than a day, and went on at this time or later. They are few, so old lists
 * look for them separately.
 */
export function longSessions(end: number): RawBuilder<unknown> {
  return sql`(select * from session where last_at >= ${end}::bigint and last_at - started_at > ${sql.lit(DAY_MS)})`;
}
