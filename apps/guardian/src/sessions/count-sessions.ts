import { sql } from 'kysely';

import type { Work } from '../storage/open-storage.ts';
import { HOUR_MS } from './marked-sessions.ts';
import { insertKinds } from './session-kinds.ts';

/**
 * Counts a batch that was just stored. Sessions, chats and agents are counted in one order everywhere, so that guardians never wait for each
 * other in a circle.
 */
export async function countSessions(work: Work, tenant: string, number: number): Promise<void> {
  const { rows: later } = await sql<{ readonly id: string }>`
    with later as materialized (select s.id from session s join (select session_id, max(at) as at from step
        where tenant = ${tenant} and batch = ${number} and source <> 'changed' group by session_id) p
      on s.tenant = ${tenant} and s.id = p.session_id where s.last_at / ${HOUR_MS}::bigint < p.at / ${HOUR_MS}::bigint),
    counted as (insert into session (tenant, id, agent, framework, user_id, started_at, last_at, steps, denied, asked, modified, errors, spend)
    select tenant, session_id, min(agent), min(record::json->>'framework'), min(user_id), min(at), max(at), count(*),
      count(*) filter (where decision = 'deny'), count(*) filter (where decision = 'ask'),
      count(*) filter (where decision = 'modify'), count(*) filter (where failed), sum(spend)
    from step where tenant = ${tenant} and batch = ${number} and source <> 'changed' group by tenant, session_id order by session_id
    on conflict (tenant, id) do update set last_at = greatest(session.last_at, excluded.last_at),
      started_at = least(session.started_at, excluded.started_at), steps = session.steps + excluded.steps,
      denied = session.denied + excluded.denied, asked = session.asked + excluded.asked,
      modified = session.modified + excluded.modified, errors = session.errors + excluded.errors,
      spend = session.spend + excluded.spend)
    select id from later`.execute(work);
  if (later.length > 0)
    await moveMarks(
      work,
      tenant,
      later.map(({ id }) => id),
    );
  await sql`
    insert into chat (tenant, session_id, id, parent, agent, started_at, last_at)
    select tenant, session_id, chat_id, min(record::json->>'parentChatId'), min(agent), min(at), max(at)
    from step where tenant = ${tenant} and batch = ${number} and source <> 'changed'
    group by tenant, session_id, chat_id order by session_id, chat_id
    on conflict (tenant, session_id, id) do update set last_at = greatest(chat.last_at, excluded.last_at),
      started_at = least(chat.started_at, excluded.started_at)`.execute(work);
  await sql`
    insert into agent (tenant, name, framework, last_at, steps)
    select tenant, agent, min(record::json->>'framework'), max(at), count(*)
    from step where tenant = ${tenant} and batch = ${number} and source <> 'changed' group by tenant, agent order by agent
    on conflict (tenant, name) do update set last_at = greatest(agent.last_at, excluded.last_at),
      steps = agent.steps + excluded.steps, framework = coalesce(excluded.framework, agent.framework)`.execute(
    work,
  );
  await insertKinds(sql`p.tenant = ${tenant} and p.batch = ${number}`).execute(work);
}

/** Marks know the hour in which their session went on last. */
async function moveMarks(work: Work, tenant: string, ids: readonly string[]): Promise<void> {
  await sql`
    update session_mark m set hour = s.last_at / ${HOUR_MS}::bigint from session s
    where m.tenant = ${tenant} and m.session_id = any(${ids}::text[]) and s.tenant = m.tenant and s.id = m.session_id`.execute(
    work,
  );
}
