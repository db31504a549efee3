import { sql, type RawBuilder } from 'kysely';

import type { Work } from '../storage/open-storage.ts';

/** A stored step as far as lists need it. */
export interface FoundStep {
  readonly seq: number;
  readonly at: number;
  readonly record: string;
}

interface Looking {
  readonly sessions: readonly string[];
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

/**
 * The newest steps that fit, of these sessions alone. Sessions are read from the one that went on longest: once a page is
 * full of steps that are newer than the end of every session that was not read, no other step can stand on it.
 */
export async function findInSessions(
  work: Work,
  tenant: string,
  { sessions, fits, limit, time }: Looking,
): Promise<readonly FoundStep[]> {
  const { rows: spans } = await sql<Span>`
    select id, started_at as "from", last_at as "to" from session
    where tenant = ${tenant} and id = any(${sessions}::text[]) and last_at >= ${time.from ?? 0}::bigint
      and started_at < ${time.to ?? Number.MAX_SAFE_INTEGER}::bigint order by last_at desc`.execute(
    work,
  );
  for (let count = AT_FIRST; ; count *= 5) {
    const steps = await newestOf(work, spans.slice(0, count), fits, limit);
    const unread = spans[count];
    if (unread === undefined) return steps;
    if (steps.length === limit && steps.at(-1)!.at > unread.to) return steps;
  }
}

async function newestOf(
  work: Work,
  spans: readonly Span[],
  fits: RawBuilder<unknown>,
  limit: number,
): Promise<readonly FoundStep[]> {
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
