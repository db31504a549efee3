import { sql, type RawBuilder } from 'kysely';

import { longSessions } from '../sessions/long-sessions.ts';
import { markedSessions, type Mark } from '../sessions/marked-sessions.ts';
import type { Work } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** The fields of a stored step that lists need. */
export interface FoundStep {
  readonly seq: number;
  readonly at: number;
  readonly record: string;
}

/** The place where a page ends. */
export type Place = Pick<FoundStep, 'at' | 'seq'>;

/** The result of a search. */
export interface Found {
  readonly rows: readonly FoundStep[];
  /** Where the search stopped, if before the end. */
  readonly end?: Place | undefined;
}

interface Looking {
  readonly mark: Mark;
  /** The condition for a row `p` of `step`. */
  readonly fits: RawBuilder<unknown>;
  readonly limit: number;
  /** The time to search, with optional limits. */
  readonly time: { readonly from?: number | undefined; readonly to?: number | undefined };
}

interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

const AT_FIRST = 200;
/** After this time, a page that is not full is returned; the next page continues there. */
const PATIENCE_MS = 60;

/**
 * Returns the newest matching steps from sessions with a mark. Sessions are read by their end, latest first. A page is
 * complete when all its steps are newer than the ends of all unread sessions.
 */
export async function findInSessions(work: Work, tenant: string, looking: Looking): Promise<Found> {
  const { mark, limit, time } = looking;
  const start = performance.now();
  let found: readonly FoundStep[] = [];
  const end = time.to === undefined ? undefined : time.to + DAY_MS;
  if (end !== undefined) {
    const spans = await spansOf(work, tenant, time, longSessions(end), sql`true`);
    found = await newestSteps(work, spans, looking);
  }
  const shorter = end === undefined ? sql`true` : sql`s.last_at < ${end}::bigint`;
  for await (const { ids, since } of markedSessions(work, tenant, mark, { ...time, to: end })) {
    const own = sql`s.id = any(${ids}::text[]) and ${shorter}`;
    const spans = await spansOf(work, tenant, time, sql`session`, own);
    found = newestFirst([...found, ...(await newestSteps(work, spans, looking))]).slice(0, limit);
    const last = found.at(-1);
    if (last !== undefined && found.length === limit && last.at >= since) break;
    if (since > 0 && performance.now() - start > PATIENCE_MS)
      return { rows: found.filter(({ at }) => at >= since), end: { at: since, seq: 0 } };
  }
  return { rows: found };
}

function newestFirst(steps: FoundStep[]): readonly FoundStep[] {
  return steps.toSorted((a, b) => b.at - a.at || b.seq - a.seq);
}

async function spansOf(
  work: Work,
  tenant: string,
  { from, to }: Looking['time'],
  sessions: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
): Promise<readonly Span[]> {
  const { rows } = await sql<Span>`
    select s.id, s.started_at as "from", s.last_at as "to" from ${sessions} s
    where s.tenant = ${tenant} and ${own} and s.last_at >= ${from ?? 0}::bigint
      and s.started_at < ${to ?? Number.MAX_SAFE_INTEGER}::bigint order by s.last_at desc`.execute(
    work,
  );
  return rows;
}

async function newestSteps(
  work: Work,
  spans: readonly Span[],
  looking: Looking,
): Promise<readonly FoundStep[]> {
  for (let count = AT_FIRST; ; count *= 5) {
    const steps = await readSteps(work, spans.slice(0, count), looking);
    const unread = spans[count];
    if (unread === undefined) return steps;
    if (steps.length === looking.limit && steps.at(-1)!.at > unread.to) return steps;
  }
}

async function readSteps(
  work: Work,
  spans: readonly Span[],
  { fits, limit }: Looking,
): Promise<readonly FoundStep[]> {
  if (spans.length === 0) return [];
  const [ids, from, to] = [
    spans.map((span) => span.id),
    spans.map((span) => span.from),
    spans.map((span) => span.to),
  ];
  // The times let the database read only the days of a session; `offset` keeps it from reading all steps at once.
  const { rows } = await sql<FoundStep>`
    select p.seq, p.record, p.at from unnest(${ids}::text[], ${from}::bigint[], ${to}::bigint[]) s(id, first, last)
    cross join lateral (select * from step p where ${fits} and p.session_id = s.id and p.at between s.first and s.last offset 0) p
    order by p.at desc, p.seq desc limit ${limit}`.execute(work);
  return rows;
}
