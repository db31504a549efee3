import { sql, type RawBuilder } from 'kysely';

import { longSessions } from '../sessions/long-sessions.ts';
import { markedSessions, type Mark } from '../sessions/marked-sessions.ts';
import type { Work } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

/** A stored step as far as lists need it. */
export interface FoundStep {
  readonly seq: number;
  readonly at: number;
  readonly record: string;
}

/** Where a page ends. */
export type Place = Pick<FoundStep, 'at' | 'seq'>;

/** What was found. */
export interface Found {
  readonly rows: readonly FoundStep[];
  /** How far was looked where that is not to the end. */
  readonly end?: Place | undefined;
}

interface Looking {
  readonly mark: Mark;
  /** What holds of a row `p` of `step` that fits. */
  readonly fits: RawBuilder<unknown>;
  readonly limit: number;
  /** Between which times, as far as one says. */
  readonly time: { readonly from?: number | undefined; readonly to?: number | undefined };
}

interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

const AT_FIRST = 200;
/** A page that is not full is handed out after this time; the next goes on from there. */
const PATIENCE_MS = 60;

/**
 * The newest steps that fit, of the sessions of a mark alone. Sessions are read from the one that went on longest: once a
 * page is full of steps that are newer than the end of every session that was not read, no other step can stand on it.
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
  // The times let the database read the days of a session alone; `offset` keeps it from reading all steps once.
  const { rows } = await sql<FoundStep>`
    select p.seq, p.record, p.at from unnest(${ids}::text[], ${from}::bigint[], ${to}::bigint[]) s(id, first, last)
    cross join lateral (select * from step p where ${fits} and p.session_id = s.id and p.at between s.first and s.last offset 0) p
    order by p.at desc, p.seq desc limit ${limit}`.execute(work);
  return rows;
}
