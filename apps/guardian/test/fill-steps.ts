import { sql } from 'kysely';

import { insertKinds } from '../src/sessions/session-kinds.ts';
import type { Storage, Work } from '../src/storage/open-storage.ts';
import { makeDay } from '../src/storing/make-day.ts';
import { DAY_MS } from '../src/storage/day-ms.ts';

const STEPS_OF_A_SESSION = 20;

/** When the steps were decided: this many on each of so many days, the newest day first. */
export interface Filling {
  readonly steps: number;
  readonly days: number;
  /** The end of the newest day, in days since the epoch. */
  readonly end: number;
}

/**
 * Stores steps as guardians would have over some weeks, without the chain: sessions of twenty steps by 20 agents and 5,000
 * users with 40 tools. One step in nineteen is denied, `export` is called in one session of 5,000, `spend_limit` denies in
 * one of 500, and `export-all` was called on the oldest day alone.
 */
export async function fillSteps(storage: Storage, { steps, days, end }: Filling): Promise<void> {
  const ofDay = Math.floor(steps / days / STEPS_OF_A_SESSION);
  for (let day = end - 1; day >= end - days; day--) {
    await makeDay(storage, day);
    const first = (day - (end - days)) * ofDay;
    await storage.within('*', async (work) => {
      await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true),
        set_config('synchronous_commit', 'off', true)`.execute(work);
      await fillDay(work, { day, first, last: first + ofDay - 1, oldest: day === end - days });
    });
  }
}

interface Day {
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly oldest: boolean;
}

async function fillDay(work: Work, { day, first, last, oldest }: Day): Promise<void> {
  const start = day * DAY_MS;
  await sql`
    insert into step (tenant, id, at, event, tool, session_id, chat_id, agent, user_id, decision, by_names, codes, policies,
      source, ms, spend, failed, batch, place, record)
    select 'default', t.id, t.at, 'preToolCall', t.tool, t.session, t.session || '-1', t.agent, t.person, t.decision,
      t.by_names, t.codes, '7d2c', 'asked', t.ms, 0.01, false, ${day}::bigint, i, json_build_object('agent', t.agent, 'at', t.at,
        'by', t.by_names, 'changed', false, 'chatId', t.session || '-1', 'codes', t.codes, 'decision', t.decision,
        'event', 'preToolCall', 'framework', 'ai-sdk 6.0.1', 'hooks', 3, 'id', t.id, 'mode', 'enforce', 'ms', t.ms,
        'policies', '7d2c', 'reason', case when t.decision = 'deny' then 'the order ' || i || ' is over its limit' end,
        'sessionId', t.session, 'source', 'asked', 'stepId', t.id, 'tenant', 'default', 'tool', t.tool, 'user', t.person)::text
    from (select s, i, 's' || s as session, 'd' || s || '-' || i as id, 'agent ' || s % 20 as agent,
        'user ' || (s * 7919) % 5000 as person, (random() * 3)::numeric(6, 3) as ms,
        ${start}::bigint + ((s - ${first}::bigint) * 86000000 / ${last - first + 1}::bigint) + i * 200 as at,
        case when s % 5000 = 17 and i = 3 then 'export' when ${oldest} and i = 2 then 'export-all' else 'tool ' || (s * 7 + i % 4) % 40 end as tool,
        case when (s * 31 + i * 17) % 19 = 0 then 'deny' when (s + i) % 40 = 0 then 'ask' when (s + i) % 31 = 0 then 'modify' else 'allow' end as decision,
        case when (s * 31 + i * 17) % 19 = 0 then array['shop/cap'] else '{}'::text[] end as by_names,
        case when (s * 31 + i * 17) % 19 = 0 then array[case when s % 500 = 9 then 'spend_limit' else 'code ' || s % 12 end] else '{}'::text[] end as codes
      from generate_series(${first}::bigint, ${last}::bigint) s, generate_series(0, ${STEPS_OF_A_SESSION - 1}::integer) i) t`.execute(
    work,
  );
  await countDay(work, start);
}

/** The sessions of a day, and what they are found by. */
async function countDay(work: Work, start: number): Promise<void> {
  const between = sql`p.at >= ${start}::bigint and p.at < ${start + DAY_MS}::bigint`;
  await sql`
    insert into session (tenant, id, agent, framework, user_id, started_at, last_at, steps, denied, asked, modified, errors, spend)
    select tenant, session_id, min(agent), 'ai-sdk 6.0.1', min(user_id), min(at), max(at), count(*),
      count(*) filter (where decision = 'deny'), count(*) filter (where decision = 'ask'),
      count(*) filter (where decision = 'modify'), 0, sum(spend) from step p where ${between} group by 1, 2`.execute(
    work,
  );
  await sql`
    insert into chat (tenant, session_id, id, agent, started_at, last_at)
    select tenant, id, id || '-1', agent, started_at, last_at from session
    where last_at >= ${start}::bigint and last_at < ${start + DAY_MS}::bigint`.execute(work);
  await sql`insert into agent (tenant, name, framework, last_at, steps)
    select tenant, agent, 'ai-sdk 6.0.1', max(last_at), sum(steps) from session group by 1, 2 on conflict do nothing`.execute(
    work,
  );
  await insertKinds(sql`(select * from step p where ${between} and p.source <> 'changed')`).execute(
    work,
  );
}
