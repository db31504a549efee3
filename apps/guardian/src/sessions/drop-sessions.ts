import { sql } from 'kysely';

import type { Storage } from '../storage/open-storage.ts';

/** The number of sessions dropped in one transaction, so that writers of steps do not wait long. */
const AT_ONCE = 2000;

/** Drops the sessions of a tenant that ended before a time, with their chats and search marks; their steps are gone. */
export async function dropSessions(
  storage: Storage,
  tenant: string,
  before: number,
): Promise<void> {
  for (let dropped = AT_ONCE; dropped === AT_ONCE;)
    dropped = await storage.within(tenant, async (work) => {
      // Writers of steps take the same lock. A session that goes on while it is dropped starts anew.
      await sql`select pg_advisory_xact_lock(hashtext(${`interpose:${tenant}`}))`.execute(work);
      const { rows } = await sql<{ readonly id: string }>`
        select id from session where tenant = ${tenant} and last_at < ${before}::bigint
        order by last_at limit ${AT_ONCE}`.execute(work);
      const ids = rows.map(({ id }) => id);
      for (const table of ['session_mark', 'session_kind', 'chat'])
        await sql`delete from ${sql.table(table)} where tenant = ${tenant} and session_id = any(${ids}::text[])`.execute(
          work,
        );
      await sql`delete from session where tenant = ${tenant} and id = any(${ids}::text[])`.execute(
        work,
      );
      return ids.length;
    });
}
