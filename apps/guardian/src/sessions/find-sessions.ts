import { sql, type RawBuilder } from 'kysely';

import type { Page } from '../decisions/find-decisions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { countFacets, type Facets } from './count-facets.ts';
import { markedSessions } from './marked-sessions.ts';
import { ownThat, stepMarks, stepsThat, type SessionFilter } from './session-filter.ts';

/** A session as a list shows it. */
export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly framework?: string;
  readonly user?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly chats: number;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend: number;
}

/** A text is looked for in so many sessions at a time; the next page goes on where this one ended. */
const READ_AT_ONCE = 1000;

/** The sessions that fit, newest first, with counts over the newest of them. */
export async function findSessions(
  storage: Storage,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow> & { readonly facets: Facets }> {
  return storage.within(tenant, async (work) => {
    const page = await findPage(work, tenant, filter);
    return { ...page, facets: await countFacets(work, tenant, filter) };
  });
}

async function findPage(
  work: Work,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow>> {
  const { cursor, limit, q } = filter;
  const among = await markedSessions(work, tenant, stepMarks(filter));
  const own = sql`${ownThat(tenant, filter, among)} ${after(cursor)}`;
  const end = q === undefined ? undefined : await lastOf(work, own, READ_AT_ONCE);
  const until =
    end === undefined ? sql`` : sql`and (s.last_at, s.id) >= (${end.lastAt}::bigint, ${end.id})`;
  const rows = await selectSessions(work, sql`${own} ${until} and ${stepsThat(filter)}`, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : end;
  return { rows: page, next: last === undefined ? null : `${last.lastAt}-${last.id}` };
}

/** The last of so many sessions, newest first; undefined where there are fewer. */
async function lastOf(
  work: Work,
  own: RawBuilder<unknown>,
  count: number,
): Promise<Pick<SessionRow, 'id' | 'lastAt'> | undefined> {
  const { rows } = await sql<Pick<SessionRow, 'id' | 'lastAt'>>`
    select s.id, s.last_at as "lastAt" from session s where ${own}
    order by s.last_at desc, s.id desc offset ${count - 1} limit 1`.execute(work);
  return rows[0];
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  const parts = /^(\d{1,15})-(.*)$/su.exec(cursor ?? '');
  if (parts === null) return sql``;
  return sql`and (s.last_at, s.id) < (${Number(parts[1])}::bigint, ${parts[2] ?? ''})`;
}

/** The sessions of this condition on `s`, newest first. */
export async function selectSessions(
  work: Work,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.agent, s.framework, s.user_id as "user", s.started_at as "startedAt", s.last_at as "lastAt", s.steps,
      s.denied, s.asked, s.modified, s.errors, s.spend,
      (select count(*) from chat c where c.tenant = s.tenant and c.session_id = s.id) as chats
    from session s where ${where} order by s.last_at desc, s.id desc limit ${limit}`.execute(work);
  return rows.map(present);
}

/** Columns that hold nothing are left out. */
export function present<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
