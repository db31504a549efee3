import { sql, type RawBuilder } from 'kysely';
import type { SessionRow } from '@interpose/guardian-api';

import type { Work } from '../storage/open-storage.ts';
import { markedSessions, type Mark } from './marked-sessions.ts';
import { DAY_MS } from '../storage/day-ms.ts';
import { longSessions } from './long-sessions.ts';
import { ownThat, sessionsBefore, type SessionFilter } from './session-filter.ts';

/** Sessions that are read together, when their steps decide whether they fit. */
export interface Chunk {
  /** The source to read them from, in the order of the list. */
  readonly sessions: RawBuilder<unknown>;
  /** The condition for them, as rows `s`. */
  readonly own: RawBuilder<unknown>;
  /** The cursor after them; undefined at the end of the list. */
  readonly next: string | undefined;
}

/** The sessions to read at once; fewer for a text, which is searched in all steps of a session. */
const READ_AT_ONCE = 500;
const SEARCHED_AT_ONCE = 150;

/** Yields the sessions of a list that may fit, newest first: those of a mark, or all in turn. */
export function chunksOf(
  work: Work,
  tenant: string,
  filter: SessionFilter,
  mark: Mark | undefined,
): AsyncGenerator<Chunk> {
  return mark === undefined ? inTurn(work, tenant, filter) : ofMark(work, tenant, filter, mark);
}

async function* inTurn(work: Work, tenant: string, filter: SessionFilter): AsyncGenerator<Chunk> {
  const sessions = sessionsBefore(filter);
  const count = filter.q === undefined ? READ_AT_ONCE : SEARCHED_AT_ONCE;
  const own = ownThat(tenant, filter, undefined);
  for (let { cursor } = filter; ;) {
    const here = sql`${own} ${after(cursor)}`;
    const { rows } = await sql<Place>`
      select s.id, s.last_at as "lastAt" from ${sessions} s where ${here}
      order by s.last_at desc, s.id desc offset ${count - 1} limit 1`.execute(work);
    const [end] = rows;
    if (end === undefined) {
      yield { sessions, own: here, next: undefined };
      return;
    }
    cursor = cursorOf(end);
    const until = sql`and (s.last_at, s.id) >= (${end.lastAt}::bigint, ${end.id})`;
    yield { sessions, own: sql`${here} ${until}`, next: cursor };
  }
}

async function* ofMark(
  work: Work,
  tenant: string,
  filter: SessionFilter,
  mark: Mark,
): AsyncGenerator<Chunk> {
  const { from, cursor } = filter;
  const own = sql`${ownThat(tenant, filter, undefined)} ${after(cursor)}`;
  const end = filter.to === undefined ? undefined : filter.to + DAY_MS;
  if (end !== undefined) yield { sessions: longSessions(end), own, next: placeOf(end) };
  const to = Math.min(end ?? Infinity, readPlace(cursor)?.lastAt ?? Infinity);
  const span = Number.isFinite(to) ? { from, to } : { from };
  for await (const { ids, since } of markedSessions(work, tenant, mark, span)) {
    const sessions = sql`(select * from session where tenant = ${tenant} and id = any(${ids}::text[])
      ${end === undefined ? sql`` : sql`and last_at < ${end}::bigint`} order by last_at desc, id desc offset 0)`;
    yield { sessions, own, next: since === 0 ? undefined : placeOf(since) };
  }
}

type Place = Pick<SessionRow, 'id' | 'lastAt'>;

/** Returns the cursor before all sessions with their last step at this time or later. */
function placeOf(time: number): string {
  return `${time}-`;
}

/** Returns the cursor of a session, where a page ended. */
export function cursorOf({ id, lastAt }: Place): string {
  return `${lastAt}-${id}`;
}

function readPlace(cursor: string | undefined): Place | undefined {
  const parts = /^(\d{1,15})-(.*)$/su.exec(cursor ?? '');
  return parts === null ? undefined : { lastAt: Number(parts[1]), id: parts[2] ?? '' };
}

/** Returns the condition for a row `s` of `session` after the end of a page. */
export function after(cursor: string | undefined): RawBuilder<unknown> {
  const place = readPlace(cursor);
  if (place === undefined) return sql``;
  return sql`and (s.last_at, s.id) < (${place.lastAt}::bigint, ${place.id})`;
}
