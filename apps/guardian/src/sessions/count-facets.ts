import { sql, type RawBuilder } from 'kysely';
import type { Facet, Facets } from '@interpose/guardian-api';

import type { Work } from '../storage/open-storage.ts';
import { markedSessions, rarestMark } from './marked-sessions.ts';
import {
  kindsThat,
  ownThat,
  sessionsBefore,
  stepMarks,
  stepsThat,
  type SessionFilter,
} from './session-filter.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const facets = ['verb', 'policy', 'agent', 'tool', 'code', 'user'] as const;
/** The most sessions to count over. Counting more would delay the page. */
const MOST_SESSIONS = 1000;
/** The most sessions to count over when a text is searched for, since every step of a session is read. */
const MOST_READ = 100;
/** The time in milliseconds after which the counts are taken over the sessions found so far. */
const PATIENCE_MS = 30;

const COUNTS: Readonly<Record<Facet, RawBuilder<unknown>>> = {
  agent: sql`select 'agent' as facet, agent as value, count(*) as sessions from found group by 2`,
  user: sql`select 'user', user_id, count(*) from found where user_id is not null group by 2`,
  verb: sql`select 'verb', decision, count(distinct session_id) from kinds group by 2`,
  tool: sql`select 'tool', tool, count(distinct session_id) from kinds where tool is not null group by 2`,
  code: sql`select 'code', code, count(distinct session_id) from kinds, unnest(codes) code group by 2`,
  policy: sql`select 'policy', name, count(distinct session_id) from kinds, unnest(policies) name where position('/' in name) = 0 group by 2`,
};

/**
 * Counts how many sessions each value of a filter would leave, with the other filters applied. A filter that is set is
 * left out while its own values are counted. Counts cover the newest 1,000 sessions at most (100 when a text is
 * searched for), divided between the filters that are counted on their own.
 *
 * @param isFrequent whether so many of the newest sessions match the filter that no index lookup is needed.
 */
export async function countFacets(
  work: Work,
  tenant: string,
  filter: SessionFilter,
  isFrequent: boolean,
): Promise<Facets> {
  const chosen = facets.filter((facet) => filter[facet] !== undefined);
  const others = facets.filter((facet) => filter[facet] === undefined);
  const counts: Record<string, Record<string, number>> = {};
  for (const facet of facets) counts[facet] = {};
  const shared = { tenant, counts, isFrequent, parts: chosen.length + 1 };
  await countSome(work, { ...shared, filter, wanted: others });
  for (const facet of chosen) {
    const { [facet]: _, ...rest } = filter;
    await countSome(work, { ...shared, filter: rest, wanted: [facet] });
  }
  return counts as Facets;
}

/** Returns the ids of the newest sessions with the rarest value of the filter; undefined if no such filter is set. */
async function newestMarked(
  work: Work,
  tenant: string,
  filter: SessionFilter,
  most: number,
): Promise<readonly string[] | undefined> {
  const marks = stepMarks(filter);
  const mark = marks && (await rarestMark(work, tenant, marks));
  if (mark === undefined) return undefined;
  const { from, to } = filter;
  const found: string[] = [];
  const span = { from, to: to === undefined ? undefined : to + DAY_MS };
  const start = performance.now();
  for await (const { ids } of markedSessions(work, tenant, mark, span)) {
    const { rows } = await sql<{ readonly id: string }>`
      select s.id from session s where ${ownThat(tenant, filter, ids)}
      order by s.last_at desc, s.id desc limit ${most - found.length}`.execute(work);
    found.push(...rows.map(({ id }) => id));
    if (found.length >= most || performance.now() - start > PATIENCE_MS) break;
  }
  return found;
}

interface Counting {
  readonly tenant: string;
  readonly filter: SessionFilter;
  readonly wanted: readonly Facet[];
  readonly isFrequent: boolean;
  /** By how much the limit on sessions to look at is divided. */
  readonly parts: number;
  readonly counts: Readonly<Record<string, Record<string, number>>>;
}

async function countSome(
  work: Work,
  { tenant, filter, wanted, counts, isFrequent, parts }: Counting,
): Promise<void> {
  if (wanted.length === 0) return;
  const most = Math.ceil((filter.q === undefined ? MOST_SESSIONS : MOST_READ) / parts);
  const among = isFrequent ? undefined : await newestMarked(work, tenant, filter, most);
  const kinds = sql.join(
    [sql`k.tenant = ${tenant} and k.session_id = f.id`, ...kindsThat(filter)],
    sql` and `,
  );
  const { rows } = await sql<{
    readonly facet: Facet;
    readonly value: string;
    readonly sessions: number;
  }>`
    with looked as materialized (select s.* from ${sessionsBefore(filter)} s where ${ownThat(tenant, filter, among)}
      order by s.last_at desc, s.id desc limit ${most}),
    found as materialized (select s.id, s.agent, s.user_id from looked s where ${stepsThat(filter) ?? sql`true`}),
    kinds as materialized (select k.* from found f cross join lateral (select * from session_kind k where ${kinds} offset 0) k)
    select * from (${sql.join(
      wanted.map((facet) => COUNTS[facet]),
      sql` union all `,
    )}) counted(facet, value, sessions) order by sessions desc, value`.execute(work);
  for (const { facet, value, sessions } of rows) counts[facet]![value] = sessions;
}
