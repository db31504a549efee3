import { sql, type RawBuilder } from 'kysely';

import { HOUR_MS } from './marked-sessions.ts';

/**
 * Writes the kinds of steps of a session (decision, tool, codes, policies), and the sessions of each value. Both are
 * few, so that sessions are found and counted without their steps. A mark is a hash, since names may be too long for an
 * index; it holds the hour of the last step of its session, which is in `session` already.
 *
 * @param steps the source of the new steps, or of one step for each of their kinds.
 */
export function insertKinds(steps: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with p as materialized (select distinct tenant, session_id, agent, event, user_id, decision, tool, codes, by_names from ${steps} p),
    fresh as (
      insert into session_kind (tenant, session_id, kind, decision, tool, codes, policies)
      select p.tenant, p.session_id, md5(json_build_array(p.decision, p.tool, p.codes, n.policies)::text)::uuid,
        p.decision, p.tool, p.codes, n.policies
      from (select distinct tenant, session_id, decision, tool, codes, by_names from p) p
      cross join lateral (select array(
        select distinct one from unnest(p.by_names) name, unnest(array[name, split_part(name, '/', 1)]) one order by one
      ) as policies) n
      on conflict do nothing returning tenant, session_id, decision, tool, codes, policies),
    marked as (
      select tenant, session_id, unnest(array['verb:' || decision, 'tool:' || tool]
        || array(select 'code:' || code from unnest(codes) code)
        || array(select 'policy:' || policy from unnest(policies) policy)) as value from fresh
      union all
      select tenant, session_id, unnest(array['agent:' || agent, 'event:' || event, 'user:' || user_id]) from (
        select distinct p.tenant, p.session_id, p.agent, p.event, p.user_id from p) told)
    insert into session_mark (tenant, mark, session_id, hour)
    select m.tenant, md5(m.value)::uuid, m.session_id, s.last_at / ${HOUR_MS}::bigint
    from marked m join session s on s.tenant = m.tenant and s.id = m.session_id
    where m.value is not null on conflict do nothing`;
}
