import { sql } from 'kysely';
import { z } from 'zod';
import type { Bucket, Stats } from '@interpose/guardian-api';

import type { Storage, Work } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const HOUR_MS = 3_600_000;

/** The time to count in, and the number of pieces. */
export const statsFilter = z.object({
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  buckets: z.coerce.number().int().min(1).max(500).default(60),
});

/** Counts decisions in equal pieces of time, including empty pieces. */
export async function countDecisions(
  storage: Storage,
  tenant: string,
  { from, to, buckets }: z.infer<typeof statsFilter>,
): Promise<Stats> {
  const end = to ?? Date.now();
  const start = Math.min(from ?? end - HOUR_MS, end - buckets);
  const width = Math.ceil((end - start) / buckets);
  return storage.within(tenant, async (work) => {
    const { rows } = await sql<Omit<Bucket, 'at' | 'waiting'> & { readonly place: number }>`
      select ((at - ${start}::bigint) / ${width}::bigint)::integer as place,
        count(*) filter (where decision = 'allow') as allow, count(*) filter (where decision = 'deny') as deny,
        count(*) filter (where decision = 'modify') as modify, count(*) filter (where decision = 'ask') as ask,
        count(*) filter (where decision = 'respond') as respond, count(*) filter (where decision = 'retry') as retry,
        count(*) filter (where failed) as errors, sum(spend) as spend,
        percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
      from step where tenant = ${tenant} and at >= ${start} and at < ${end} and source <> 'changed' group by 1`.execute(
      work,
    );
    const { rows: counts } = await sql<Omit<Stats, 'buckets'>>`
      select (select count(*) from approval where tenant = ${tenant} and state = 'waiting') as waiting,
        (select count(*) from agent where tenant = ${tenant} and last_at >= ${start}) as agents,
        (select count(*) from session where tenant = ${tenant} and last_at >= ${start}) as sessions`.execute(
      work,
    );
    const asks = await readAsks(work, tenant, start, end);
    const found = new Map(rows.map(({ place, ...bucket }) => [place, bucket]));
    const all = Array.from({ length: buckets }, (_, place) => {
      const at = start + place * width;
      const waiting = countWaiting(asks, at, at + width);
      return { at, ...NOTHING, ...found.get(place), waiting };
    });
    return { buckets: all, ...(counts[0] ?? { waiting: 0, agents: 0, sessions: 0 }) };
  });
}

function countWaiting(asks: readonly Ask[], from: number, to: number): number {
  return asks.filter((ask) => ask.from < to && ask.to > from).length;
}

interface Ask {
  readonly from: number;
  readonly to: number;
}

const MOST_ASKS = 5000;

/** Returns when the asks of this time started and ended their wait. */
async function readAsks(
  work: Work,
  tenant: string,
  start: number,
  end: number,
): Promise<readonly Ask[]> {
  const { rows } = await sql<Ask>`
    select asked_at as "from", case when state = 'waiting' then ${end}::bigint
      else coalesce((answers::json->-1->>'at')::bigint, expires_at) end as "to"
    from approval where tenant = ${tenant} and asked_at < ${end}
      and (state = 'waiting' or asked_at >= ${start - DAY_MS}) order by asked_at desc limit ${MOST_ASKS}`.execute(
    work,
  );
  return rows;
}

const NOTHING: Omit<Bucket, 'at' | 'waiting'> = {
  allow: 0,
  deny: 0,
  modify: 0,
  ask: 0,
  respond: 0,
  retry: 0,
  errors: 0,
  p50: 0,
  p99: 0,
  spend: 0,
};
