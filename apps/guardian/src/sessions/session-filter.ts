import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

import { containing, oneOrMore } from '../decisions/find-decisions.ts';
import { longSessions } from './long-sessions.ts';
import type { Marks } from './marked-sessions.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const text = z.string().min(1).max(500).optional();
const time = z.coerce.number().int().min(0).optional();

/** The filters for sessions. */
export const sessionFilter = z.object({
  cursor: z.string().min(1).max(600).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  q: text,
  verb: oneOrMore,
  policy: oneOrMore,
  agent: oneOrMore,
  tool: oneOrMore,
  code: oneOrMore,
  user: oneOrMore,
  /** Only sessions in which something failed. */
  failed: z.literal('true').optional(),
  from: time,
  to: time,
});

/** A set of these filters. */
export type SessionFilter = z.infer<typeof sessionFilter>;

/** Returns the condition for a row `s` of `session`, as far as the row itself can decide. */
export function ownThat(
  tenant: string,
  { agent, user, failed, from, to }: SessionFilter,
  among: readonly string[] | undefined,
): RawBuilder<unknown> {
  const parts = [sql`s.tenant = ${tenant}`];
  if (among !== undefined) parts.push(sql`s.id = any(${among}::text[])`);
  if (agent !== undefined) parts.push(sql`s.agent = any(${agent}::text[])`);
  if (user !== undefined) parts.push(sql`s.user_id = any(${user}::text[])`);
  if (failed !== undefined) parts.push(sql`s.errors > 0`);
  if (from !== undefined) parts.push(sql`s.last_at >= ${from}`);
  if (to !== undefined) parts.push(sql`s.started_at < ${to}`);
  return sql.join(parts, sql` and `);
}

/**
 * Returns where to look for sessions that began before a time: those that ended within a day of it, and the few longer
 * ones. Otherwise an old list would read everything that came after.
 */
export function sessionsBefore({ to }: Pick<SessionFilter, 'to'>): RawBuilder<unknown> {
  if (to === undefined) return sql`session`;
  const end = to + DAY_MS;
  return sql`(select * from session where last_at < ${end}::bigint union all select * from ${longSessions(end)} long)`;
}

/** Returns the condition for the steps of a row `s` of `session`; undefined if any steps fit. */
export function stepsThat(filter: SessionFilter): RawBuilder<unknown> | undefined {
  const kinds = kindsThat(filter);
  const parts: RawBuilder<unknown>[] = [];
  // No `exists`: the planner would turn it into one pass over all kinds.
  if (kinds.length > 0)
    parts.push(
      sql`coalesce((select true from session_kind k where k.tenant = s.tenant and k.session_id = s.id
        and ${sql.join(kinds, sql` and `)} limit 1), false)`,
    );
  const { q } = filter;
  if (q !== undefined) {
    const like = containing(q);
    parts.push(sql`(s.id ilike ${like} or s.agent ilike ${like} or s.user_id ilike ${like}
      or exists (select from session_kind k where k.tenant = s.tenant and k.session_id = s.id
        and (k.tool ilike ${like} or ${q} = any(k.codes)))
      or exists (select from step p where ${OF_SESSION} and p.record ilike ${like} and p.record::json->>'reason' ilike ${like}))`);
  }
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** The times let the database read only the days of a session. */
const OF_SESSION = sql`p.tenant = s.tenant and p.session_id = s.id and p.at between s.started_at and s.last_at`;

/** Returns the marks for looking up sessions whose steps decide whether they fit; undefined if they do not. */
export function stepMarks(filter: SessionFilter): Marks | undefined {
  if (kindsThat(filter).length === 0) return undefined;
  const { verb, policy, tool, code, agent, user } = filter;
  return { verb, policy, tool, code, agent, user };
}

/** Returns the conditions for a row `k` of `session_kind`; one kind of step must meet all of them. */
export function kindsThat({
  verb,
  policy,
  tool,
  code,
}: Pick<SessionFilter, 'verb' | 'policy' | 'tool' | 'code'>): readonly RawBuilder<unknown>[] {
  return [
    ...(verb === undefined ? [] : [sql`k.decision = any(${verb}::text[])`]),
    ...(tool === undefined ? [] : [sql`k.tool = any(${tool}::text[])`]),
    ...(code === undefined ? [] : [sql`k.codes && ${code}::text[]`]),
    ...(policy === undefined ? [] : [sql`k.policies && ${policy}::text[]`]),
  ];
}
