import { hash } from 'node:crypto';

import { sql } from 'kysely';

import type { Work } from '../storage/open-storage.ts';

const MARKED = ['tool', 'code', 'policy', 'verb', 'event', 'user', 'agent'] as const;

/** Values to look for, by the name of their filter. */
export type Marks = Readonly<
  Partial<Record<(typeof MARKED)[number], readonly string[] | undefined>>
>;

/** The values of one filter by which sessions are looked up. */
export interface Mark {
  readonly name: (typeof MARKED)[number];
  readonly values: readonly string[];
  /** The number of sessions with these values, counted up to a limit. */
  readonly sessions: number;
}

/** The most sessions that are read at once, whatever the other filters are. */
export const FEW_SESSIONS = 200;
/** The resolution of marks: the hour of the last step of their session. */
export const HOUR_MS = 3_600_000;

const COUNTED = 1000;

/** Returns the filter whose values are in the fewest sessions; the other filters are applied to those. */
export async function rarestMark(
  work: Work,
  tenant: string,
  marks: Marks,
): Promise<Mark | undefined> {
  const given = MARKED.flatMap((name) => {
    const values = marks[name];
    return values === undefined ? [] : [{ name, values }];
  });
  if (given.length === 0) return undefined;
  const counts = given.map(
    ({ name, values }, place) => sql`
      select ${place}::integer as place, count(*)::integer as sessions from (select from session_mark
        where tenant = ${tenant} and mark = any(${hashesOf(name, values)}::uuid[])
        limit ${COUNTED}) counted`,
  );
  const { rows } = await sql<{ readonly place: number; readonly sessions: number }>`
    ${sql.join(counts, sql` union all `)} order by sessions limit 1`.execute(work);
  const [fewest] = rows;
  return fewest && { ...given[fewest.place]!, sessions: fewest.sessions };
}

/** Hashes values as the table stores them. With row-level security, hashing in SQL would skip the index. */
export function hashesOf(name: string, values: readonly string[]): readonly string[] {
  return values.map((value) => hash('md5', `${name}:${value}`));
}

/** Some sessions of a mark. */
export interface SomeSessions {
  readonly ids: readonly string[];
  /** All sessions that went on at this time or later have been returned. */
  readonly since: number;
}

interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The number of marks that are read at a time. */
const READ_AT_ONCE = 1000;
const LAST_HOUR = 2_147_483_647;

/** Yields the sessions of a mark with their last step between these times, newest first, an hour or more at a time. */
export async function* markedSessions(
  work: Work,
  tenant: string,
  mark: Mark,
  { from = 0, to }: Span,
): AsyncGenerator<SomeSessions> {
  const oldest = Math.floor(from / HOUR_MS);
  let newest = to === undefined ? LAST_HOUR : Math.floor(to / HOUR_MS);
  for (;;) {
    const some = await readMarks(work, tenant, mark, { oldest, newest });
    const last = some.at(-1)?.hour;
    if (last === undefined || some.length < READ_AT_ONCE) {
      yield { ids: idsOf(some), since: 0 };
      return;
    }
    const whole = some.filter(({ hour }) => hour > last);
    if (whole.length > 0) {
      yield { ids: idsOf(whole), since: (last + 1) * HOUR_MS };
      newest = last;
    } else {
      const hour = { oldest: last, newest: last };
      yield {
        ids: idsOf(await readMarks(work, tenant, mark, hour, LAST_HOUR)),
        since: last * HOUR_MS,
      };
      newest = last - 1;
    }
  }
}

interface MarkRow {
  readonly id: string;
  readonly hour: number;
}

interface Hours {
  readonly oldest: number;
  readonly newest: number;
}

async function readMarks(
  work: Work,
  tenant: string,
  { name, values }: Mark,
  { oldest, newest }: Hours,
  count: number = READ_AT_ONCE,
): Promise<readonly MarkRow[]> {
  // One value after the other, since only then the index returns the newest first.
  const { rows } = await sql<MarkRow>`
    select m.session_id as id, m.hour from unnest(${hashesOf(name, values)}::uuid[]) value cross join lateral (
      select session_id, hour from session_mark where tenant = ${tenant} and mark = value
        and hour between ${oldest}::integer and ${newest}::integer order by hour desc limit ${count}) m
    order by m.hour desc limit ${count}`.execute(work);
  return rows;
}

function idsOf(rows: readonly MarkRow[]): readonly string[] {
  return [...new Set(rows.map(({ id }) => id))];
}
