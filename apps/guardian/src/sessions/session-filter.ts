import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

import { isOfPolicy, oneOrMore } from '../decisions/find-decisions.ts';

const text = z.string().min(1).max(500).optional();
const time = z.coerce.number().int().min(0).optional();

/** What sessions can be looked for by. */
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
  from: time,
  to: time,
});

/** One set of these filters. */
export type SessionFilter = z.infer<typeof sessionFilter>;

/** The times let the database read the days of a session alone. */
const OF_SESSION = sql`p.tenant = s.tenant and p.session_id = s.id and p.at between s.started_at and s.last_at`;

/** What holds of a row `s` of `session` that fits. */
export function sessionsThat(tenant: string, filter: SessionFilter): RawBuilder<unknown> {
  const { q, agent, user, from, to } = filter;
  const parts = [sql`s.tenant = ${tenant}`];
  if (agent !== undefined) parts.push(sql`s.agent = any(${agent}::text[])`);
  if (user !== undefined) parts.push(sql`s.user_id = any(${user}::text[])`);
  if (from !== undefined) parts.push(sql`s.last_at >= ${from}`);
  if (to !== undefined) parts.push(sql`s.started_at < ${to}`);
  const steps = stepsThat(filter);
  // No `exists`: the planner would make one pass over all steps of it.
  if (steps.length > 0)
    parts.push(
      sql`coalesce((select true from step p where ${OF_SESSION} and ${sql.join(steps, sql` and `)} limit 1), false)`,
    );
  if (q !== undefined) {
    const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    parts.push(sql`(s.id ilike ${like} or s.agent ilike ${like} or s.user_id ilike ${like} or exists (select from step p
      where ${OF_SESSION} and (p.tool ilike ${like} or ${q} = any(p.codes) or p.record::json->>'reason' ilike ${like})))`);
  }
  return sql.join(parts, sql` and `);
}

/** What holds of a row `p` of `step` for which its session fits: all of it of one and the same step. */
export function stepsThat({
  verb,
  policy,
  tool,
  code,
}: Pick<SessionFilter, 'verb' | 'policy' | 'tool' | 'code'>): readonly RawBuilder<unknown>[] {
  return [
    ...(verb === undefined ? [] : [sql`p.decision = any(${verb}::text[])`]),
    ...(tool === undefined ? [] : [sql`p.tool = any(${tool}::text[])`]),
    ...(code === undefined ? [] : [sql`p.codes && ${code}::text[]`]),
    ...(policy === undefined ? [] : [isOfPolicy(sql`p.by_names`, policy)]),
  ];
}
