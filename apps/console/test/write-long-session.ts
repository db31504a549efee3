import type { FreshDatabase } from './fresh-database.ts';

/** Rows of a session with one chat and so many tool calls, as the guardian stores them; step n of `long` has the id `long-n`. */
export async function writeLongSession(
  database: FreshDatabase,
  id: string,
  steps: number,
): Promise<void> {
  const now = Date.now();
  const day = now - (now % 86_400_000);
  // The guardian makes the table of a day at its first decision; these begin before it, on this day or the one before.
  for (const from of [day - 86_400_000, day]) {
    const name = `step_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '_')}`;
    await database.run(
      `create table if not exists ${name} partition of step for values from (${from}) to (${from + 86_400_000})`,
    );
  }
  await database.run(
    `insert into session (tenant, id, agent, started_at, last_at, steps, denied, asked, modified, errors, spend)
     values ('default', $4, 'Long runner', $1, $2, $3, 0, 0, 0, 0, 0)`,
    [now - steps, now, steps, id],
  );
  await database.run(
    `insert into chat (tenant, session_id, id, agent, started_at, last_at)
     values ('default', $3, 'chat', 'Long runner', $1, $2)`,
    [now - steps, now, id],
  );
  await database.run(
    `insert into step (tenant, id, at, event, tool, session_id, chat_id, agent, decision, by_names, codes, policies, source,
       ms, spend, failed, batch, place, record, payload)
     select 'default', r->>'id', (r->>'at')::bigint, 'preToolCall', r->>'tool', $3, 'chat', 'Long runner', 'allow',
       '{}', '{}', 'none', 'asked', 1, 0, false, 1000, n, r::text,
       json_build_object('payload', json_build_object('call', json_build_object('name', r->>'tool', 'args', '{}'::json)))::text
     from generate_series(0, $2::integer - 1) n, lateral (select json_build_object('id', $3::text || '-' || n, 'at', $1::bigint + n,
       'event', 'preToolCall', 'tool', 'tool_' || n, 'sessionId', $3::text, 'chatId', 'chat', 'stepId', $3::text || '-' || n,
       'agent', 'Long runner', 'decision', 'allow', 'by', '[]'::json, 'codes', '[]'::json, 'changed', false, 'hooks', 1,
       'ms', 1, 'mode', 'enforce', 'source', 'asked', 'steps', '[]'::json) as r) made`,
    [now - steps, steps, id],
  );
}
