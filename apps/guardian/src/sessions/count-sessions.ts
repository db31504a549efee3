import { sql } from 'kysely';

import type { Work } from '../storage/open-storage.ts';
import type { BatchCounts, SessionCount } from './batch-counts.ts';
import { HOUR_MS } from './marked-sessions.ts';
import { insertKinds } from './session-kinds.ts';

/**
 * Adds the counts of a batch to its sessions, chats and agents. Every guardian writes the rows in the same order, so
 * that guardians never deadlock.
 */
export async function countSessions(
  work: Work,
  tenant: string,
  counts: BatchCounts,
): Promise<void> {
  const { sessions, chats, agents, kinds } = counts;
  if (sessions.length === 0) return;
  const later = await addToSessions(work, tenant, sessions);
  if (later.length > 0) await moveMarks(work, tenant, later);
  await sql`
    insert into chat (tenant, session_id, id, parent, agent, started_at, last_at)
    select ${tenant}, t.session, t.id, t.parent, t.agent, t."from", t."to"
    from json_to_recordset(${JSON.stringify(chats)}::json)
      as t(session text, id text, parent text, agent text, "from" bigint, "to" bigint) order by t.session, t.id
    on conflict (tenant, session_id, id) do update set last_at = greatest(chat.last_at, excluded.last_at),
      started_at = least(chat.started_at, excluded.started_at)`.execute(work);
  await sql`
    insert into agent (tenant, name, framework, last_at, steps)
    select ${tenant}, t.name, t.framework, t."to", t.steps
    from json_to_recordset(${JSON.stringify(agents)}::json)
      as t(name text, framework text, "to" bigint, steps bigint) order by t.name
    on conflict (tenant, name) do update set last_at = greatest(agent.last_at, excluded.last_at),
      steps = agent.steps + excluded.steps, framework = coalesce(excluded.framework, agent.framework)`.execute(
    work,
  );
  await insertKinds(
    sql`(select ${tenant}::text as tenant, t.* from json_to_recordset(${JSON.stringify(kinds)}::json)
      as t(session_id text, agent text, event text, user_id text, decision text, tool text, codes text[], by_names text[]))`,
  ).execute(work);
}

/** Adds to the sessions and returns the ids of those that went on in a later hour than before. */
async function addToSessions(
  work: Work,
  tenant: string,
  sessions: readonly SessionCount[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    with told as materialized (select * from json_to_recordset(${JSON.stringify(sessions)}::json)
      as t(id text, agent text, framework text, "user" text, "from" bigint, "to" bigint, steps integer, denied integer,
        asked integer, modified integer, errors integer, spend double precision)),
    later as materialized (select s.id from session s join told t on s.tenant = ${tenant} and s.id = t.id
      where s.last_at / ${HOUR_MS}::bigint < t."to" / ${HOUR_MS}::bigint),
    counted as (insert into session (tenant, id, agent, framework, user_id, started_at, last_at, steps, denied, asked, modified, errors, spend)
      select ${tenant}, id, agent, framework, "user", "from", "to", steps, denied, asked, modified, errors, spend from told order by id
    on conflict (tenant, id) do update set last_at = greatest(session.last_at, excluded.last_at),
      started_at = least(session.started_at, excluded.started_at), steps = session.steps + excluded.steps,
      denied = session.denied + excluded.denied, asked = session.asked + excluded.asked,
      modified = session.modified + excluded.modified, errors = session.errors + excluded.errors,
      spend = session.spend + excluded.spend)
    select id from later`.execute(work);
  return rows.map(({ id }) => id);
}

/** Updates the marks of these sessions, which hold the hour in which their session last went on. */
async function moveMarks(work: Work, tenant: string, ids: readonly string[]): Promise<void> {
  await sql`
    update session_mark m set hour = s.last_at / ${HOUR_MS}::bigint from session s
    where m.tenant = ${tenant} and m.session_id = any(${ids}::text[]) and s.tenant = m.tenant and s.id = m.session_id`.execute(
    work,
  );
}
