import { sql, type RawBuilder } from 'kysely';

import type { Page } from '../decisions/find-decisions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { countFacets, type Facets } from './count-facets.ts';
import { sessionsThat, type SessionFilter } from './session-filter.ts';

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

/** The sessions that fit, newest first, with counts over them (over the newest 1,000 where there are more). */
export async function findSessions(
  storage: Storage,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow> & { readonly facets: Facets }> {
  const { cursor, limit } = filter;
  const where = sessionsThat(tenant, filter);
  return storage.within(tenant, async (work) => {
    const rows = await selectSessions(work, sql`${where} ${after(cursor)}`, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? `${last.lastAt}-${last.id}` : null;
    return { rows: page, next, facets: await countFacets(work, tenant, filter) };
  });
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
