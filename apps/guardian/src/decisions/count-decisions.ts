import { sql } from 'kysely';
import { z } from 'zod';

import type { Storage } from '../storage/open-storage.ts';

const HOUR_MS = 3_600_000;

/** Which time to count in, and in how many pieces. */
export const statsFilter = z.object({
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  buckets: z.coerce.number().int().min(1).max(500).default(60),
});

/** What happened in one piece of time. */
export interface Bucket {
  readonly at: number;
  readonly allow: number;
  readonly deny: number;
  readonly modify: number;
  readonly ask: number;
  readonly respond: number;
  readonly retry: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
  readonly spend: number;
}

/** The counts of a time, the last hour if none is named. */
export interface Stats {
  readonly buckets: readonly Bucket[];
  readonly waiting: number;
  readonly agents: number;
  readonly sessions: number;
}

/** Counts decisions, in equal pieces of the time, also those in which nothing happened. */
export async function countDecisions(
  storage: Storage,
  tenant: string,
  { from, to, buckets }: z.infer<typeof statsFilter>,
): Promise<Stats> {
  const end = to ?? Date.now();
  const start = Math.min(from ?? end - HOUR_MS, end - buckets);
  const width = Math.ceil((end - start) / buckets);
  return storage.within(tenant, async (work) => {
    const { rows } = await sql<Omit<Bucket, 'at'> & { readonly place: number }>`
      select ((at - ${start}::bigint) / ${width}::bigint)::integer as place,
        count(*) filter (where decision = 'allow') as allow, count(*) filter (where decision = 'deny') as deny,
        count(*) filter (where decision = 'modify') as modify, count(*) filter (where decision = 'ask') as ask,
        count(*) filter (where decision = 'respond') as respond, count(*) filter (where decision = 'retry') as retry,
        count(*) filter (where failed) as errors, sum(spend) as spend,
        percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
      from step where tenant = ${tenant} and at >= ${start} and at < ${end} group by 1`.execute(
      work,
    );
    const { rows: counts } = await sql<Omit<Stats, 'buckets'>>`
      select (select count(*) from approval where tenant = ${tenant} and state = 'waiting') as waiting,
        (select count(*) from agent where tenant = ${tenant} and last_at >= ${start}) as agents,
        (select count(*) from session where tenant = ${tenant} and last_at >= ${start}) as sessions`.execute(
      work,
    );
    const found = new Map(rows.map(({ place, ...bucket }) => [place, bucket]));
    const all = Array.from({ length: buckets }, (_, place) => ({
      at: start + place * width,
      ...NOTHING,
      ...found.get(place),
    }));
    return { buckets: all, ...(counts[0] ?? { waiting: 0, agents: 0, sessions: 0 }) };
  });
}

const NOTHING: Omit<Bucket, 'at'> = {
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
