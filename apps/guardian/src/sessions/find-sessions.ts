import { sql, type RawBuilder } from 'kysely';
import type { Page, SessionPage, SessionRow } from '@interpose/guardian-api';

import type { Storage, Work } from '../storage/open-storage.ts';
import { countFacets } from './count-facets.ts';
import { rarestMark, type Mark } from './marked-sessions.ts';
import { after, chunksOf, cursorOf } from './session-chunks.ts';
import {
  ownThat,
  sessionsBefore,
  stepMarks,
  stepsThat,
  type SessionFilter,
} from './session-filter.ts';

/** The number of newest sessions among which a page is looked for first. */
const NEWEST = 500;
/** The time in milliseconds after which a page is returned, even if it is empty; the next page continues from there. */
const PATIENCE_MS = 40;

/** Returns a page of the sessions that match, newest first, with counts over the newest of them. */
export async function findSessions(
  storage: Storage,
  tenant: string,
  filter: SessionFilter,
): Promise<SessionPage> {
  return storage.within(tenant, async (work) => {
    const newest = await findAmongNewest(work, tenant, filter);
    const marks = newest === undefined ? stepMarks(filter) : undefined;
    const mark = marks && (await rarestMark(work, tenant, marks));
    const page = newest ?? (await findPage(work, tenant, filter, mark));
    return { ...page, facets: await countFacets(work, tenant, filter, newest !== undefined) };
  });
}

/** Returns a page found among the newest sessions alone; undefined if they do not fill it. */
async function findAmongNewest(
  work: Work,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow> | undefined> {
  const { q, cursor, limit } = filter;
  const fits = stepsThat(filter);
  if (fits === undefined || q !== undefined) return undefined;
  const own = sql`${ownThat(tenant, filter, undefined)} ${after(cursor)}`;
  const { rows: newest } = await sql<{ readonly id: string }>`
    select s.id from ${sessionsBefore(filter)} s where ${own}
    order by s.last_at desc, s.id desc limit ${NEWEST}`.execute(work);
  const ids = newest.map(({ id }) => id);
  const rows = await selectSessions(
    work,
    sql`${ownThat(tenant, filter, ids)} and ${fits}`,
    limit + 1,
  );
  return rows.length > limit ? pageOf(rows, limit) : undefined;
}

async function findPage(
  work: Work,
  tenant: string,
  filter: SessionFilter,
  mark: Mark | undefined,
): Promise<Page<SessionRow>> {
  const { q = '', cursor: given, limit } = filter;
  const fits = stepsThat(filter);
  // A session whose id was searched for is found however old it is.
  const named = sql`${ownThat(tenant, filter, undefined)} and s.id = ${q} and ${fits ?? sql`true`}`;
  const rows = q === '' || given !== undefined ? [] : await selectSessions(work, named, 1);
  if (fits === undefined) {
    const own = sql`${ownThat(tenant, filter, undefined)} ${after(given)}`;
    return pageOf(await selectSessions(work, own, limit + 1, sessionsBefore(filter)), limit);
  }
  const start = performance.now();
  for await (const { sessions, own, next } of chunksOf(work, tenant, filter, mark)) {
    const where = sql`${own} and s.id <> ${q} and ${fits}`;
    rows.push(...(await selectSessions(work, where, limit + 1 - rows.length, sessions)));
    if (rows.length > limit) break;
    if (next !== undefined && performance.now() - start > PATIENCE_MS) return { rows, next };
  }
  return pageOf(rows, limit);
}

function pageOf(rows: readonly SessionRow[], limit: number): Page<SessionRow> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Selects the sessions that meet a condition on `s`, newest first. */
export async function selectSessions(
  work: Work,
  where: RawBuilder<unknown>,
  limit: number,
  sessions: RawBuilder<unknown> = sql`session`,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.agent, s.framework, s.user_id as "user", s.started_at as "startedAt", s.last_at as "lastAt", s.steps,
      s.denied, s.asked, s.modified, s.errors, s.spend,
      (select count(*) from chat c where c.tenant = s.tenant and c.session_id = s.id) as chats
    from ${sessions} s where ${where} order by s.last_at desc, s.id desc limit ${limit}`.execute(
    work,
  );
  return rows.map(present);
}

/** Returns a row without the columns that are null. */
export function present<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
