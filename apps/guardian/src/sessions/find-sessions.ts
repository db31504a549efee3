import { sql, type RawBuilder } from 'kysely';
import type { Page, SessionPage, SessionRow } from '@interpose/guardian-api';

import type { Storage, Work } from '../storage/open-storage.ts';
import { countFacets } from './count-facets.ts';
import { markedSessions } from './marked-sessions.ts';
import {
  ownThat,
  sessionsBefore,
  stepMarks,
  stepsThat,
  type SessionFilter,
} from './session-filter.ts';

/** So many sessions are read at a time where their steps decide whether they fit. */
const READ_AT_ONCE = 500;
/** A page that has rows is handed out after this time, and an empty one after the other; the next goes on from there. */
const PATIENCE_MS = 50;
const MOST_PATIENCE_MS = 500;

/** The sessions that fit, newest first, with counts over the newest of them. */
export async function findSessions(
  storage: Storage,
  tenant: string,
  filter: SessionFilter,
): Promise<SessionPage> {
  return storage.within(tenant, async (work) => {
    const newest = await findAmongNewest(work, tenant, filter);
    const page = newest ?? (await findPage(work, tenant, filter));
    const isFrequent = newest !== undefined;
    return { ...page, facets: await countFacets(work, tenant, filter, isFrequent) };
  });
}

/** A page that fills with the newest sessions alone; undefined where it does not. */
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
    order by s.last_at desc, s.id desc limit ${READ_AT_ONCE}`.execute(work);
  const ids = newest.map(({ id }) => id);
  const rows = await selectSessions(
    work,
    sql`${ownThat(tenant, filter, ids)} and ${fits}`,
    limit + 1,
  );
  if (rows.length <= limit) return undefined;
  return { rows: rows.slice(0, limit), next: cursorOf(rows[limit - 1]!) };
}

async function findPage(
  work: Work,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow>> {
  const among = await markedSessions(work, tenant, stepMarks(filter));
  const read = (where: RawBuilder<unknown>, count: number): Promise<SessionRow[]> =>
    selectSessions(work, where, count, sessionsBefore(filter));
  const { q = '', cursor: given, limit } = filter;
  const own = sql`${ownThat(tenant, filter, among)} and s.id <> ${q}`;
  const fits = stepsThat(filter);
  // An id that somebody looks for may be as old as it likes.
  const named = sql`${ownThat(tenant, filter, among)} and s.id = ${q} and ${fits ?? sql`true`}`;
  const rows = q === '' || given !== undefined ? [] : await read(named, 1);
  const start = performance.now();
  for (let cursor = given; ;) {
    const here = sql`${own} ${after(cursor)}`;
    const end = fits === undefined ? undefined : await lastOf(work, here, sessionsBefore(filter));
    const until =
      end === undefined ? sql`` : sql`and (s.last_at, s.id) >= (${end.lastAt}::bigint, ${end.id})`;
    const where = sql`${here} ${until} and ${fits ?? sql`true`}`;
    rows.push(...(await read(where, limit + 1 - rows.length)));
    if (rows.length > limit)
      return { rows: rows.slice(0, limit), next: cursorOf(rows[limit - 1]!) };
    if (end === undefined) return { rows, next: null };
    cursor = cursorOf(end);
    const passed = performance.now() - start;
    if (passed > (rows.length > 0 ? PATIENCE_MS : MOST_PATIENCE_MS)) return { rows, next: cursor };
  }
}

/** The last of those that are read at a time, newest first; undefined where there are fewer. */
async function lastOf(
  work: Work,
  own: RawBuilder<unknown>,
  sessions: RawBuilder<unknown>,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select s.id, s.last_at as "lastAt" from ${sessions} s where ${own}
    order by s.last_at desc, s.id desc offset ${READ_AT_ONCE - 1} limit 1`.execute(work);
  return rows[0];
}

type Place = Pick<SessionRow, 'id' | 'lastAt'>;

function cursorOf({ id, lastAt }: Place): string {
  return `${lastAt}-${id}`;
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

/** Columns that hold nothing are left out. */
export function present<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
