import { sql, type RawBuilder } from 'kysely';

import type { Work } from '../storage/open-storage.ts';
import { sessionsThat, stepsThat, type SessionFilter } from './session-filter.ts';

const facets = ['verb', 'policy', 'agent', 'tool', 'code', 'user'] as const;
type Facet = (typeof facets)[number];

/** How many sessions there are of each value. */
export type Facets = Readonly<Record<Facet, Readonly<Record<string, number>>>>;

/** More would make a page wait for its counts. */
const MOST_SESSIONS = 1000;

const COUNTS: Readonly<Record<Facet, RawBuilder<unknown>>> = {
  agent: sql`select 'agent' as facet, agent as value, count(*) as sessions from found group by 2`,
  user: sql`select 'user', user_id, count(*) from found where user_id is not null group by 2`,
  verb: sql`select 'verb', decision, count(distinct session_id) from steps group by 2`,
  tool: sql`select 'tool', tool, count(distinct session_id) from steps where tool is not null group by 2`,
  code: sql`select 'code', code, count(distinct session_id) from steps, unnest(codes) code group by 2`,
  policy: sql`select 'policy', split_part(name, '/', 1), count(distinct session_id) from steps, unnest(by_names) name group by 2`,
};

/**
 * How many sessions each value would leave, beside what else is filtered by: of the values of one filter any fits, so
 * that each is counted without that filter. Over the newest 1,000 sessions where there are more.
 */
export async function countFacets(
  work: Work,
  tenant: string,
  filter: SessionFilter,
): Promise<Facets> {
  const chosen = facets.filter((facet) => filter[facet] !== undefined);
  const others = facets.filter((facet) => filter[facet] === undefined);
  const counts: Record<string, Record<string, number>> = {};
  for (const facet of facets) counts[facet] = {};
  await countSome(work, { tenant, filter, wanted: others, counts });
  for (const facet of chosen) {
    const { [facet]: _, ...rest } = filter;
    await countSome(work, { tenant, filter: rest, wanted: [facet], counts });
  }
  return counts as Facets;
}

interface Counting {
  readonly tenant: string;
  readonly filter: SessionFilter;
  readonly wanted: readonly Facet[];
  readonly counts: Readonly<Record<string, Record<string, number>>>;
}

async function countSome(work: Work, { tenant, filter, wanted, counts }: Counting): Promise<void> {
  if (wanted.length === 0) return;
  const steps = sql.join(
    [
      // The times let the database read the days of the session alone.
      sql`p.tenant = ${tenant} and p.session_id = f.id and p.at between f.started_at and f.last_at`,
      ...stepsThat(filter),
    ],
    sql` and `,
  );
  const { rows } = await sql<{
    readonly facet: Facet;
    readonly value: string;
    readonly sessions: number;
  }>`
    with found as materialized (select s.id, s.agent, s.user_id, s.started_at, s.last_at from session s where ${sessionsThat(tenant, filter)}
      order by s.last_at desc limit ${MOST_SESSIONS}),
    steps as materialized (select distinct p.session_id, p.decision, p.tool, p.codes, p.by_names
      from found f cross join lateral (select * from step p where ${steps}) p)
    select * from (${sql.join(
      wanted.map((facet) => COUNTS[facet]),
      sql` union all `,
    )}) counted(facet, value, sessions) order by sessions desc, value`.execute(work);
  for (const { facet, value, sessions } of rows) counts[facet]![value] = sessions;
}
