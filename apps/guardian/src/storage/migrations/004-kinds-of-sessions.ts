import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mine = `tenant = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;

const statements = [
  `create table session_kind (
    tenant text not null, session_id text not null, kind uuid not null, decision text not null, tool text,
    codes text[] not null, policies text[] not null, primary key (tenant, session_id, kind)
  )`,
  `create table session_mark (
    tenant text not null, mark uuid not null, session_id text not null, primary key (tenant, mark, session_id)
  )`,
  `create index session_of_agent on session (tenant, agent, last_at desc, id desc)`,
  `create index session_of_user on session (tenant, user_id, last_at desc, id desc)`,
  `alter table agent add column steps bigint not null default 0`,
  ...['session_kind', 'session_mark'].flatMap((table) => [
    `grant select, insert, update, delete on ${table} to interpose_app`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy of_tenant on ${table} using (${mine}) with check (${mine})`,
  ]),
];

/** The statement of this version; later versions write more. */
const insertKinds = `
    with fresh as (
      insert into session_kind (tenant, session_id, kind, decision, tool, codes, policies)
      select p.tenant, p.session_id, md5(json_build_array(p.decision, p.tool, p.codes, n.policies)::text)::uuid,
        p.decision, p.tool, p.codes, n.policies
      from (select distinct tenant, session_id, decision, tool, codes, by_names from step p
        where true and p.source <> 'changed') p
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
        select distinct p.tenant, p.session_id, p.agent, p.event, p.user_id
        from step p where true and p.source <> 'changed') told)
    insert into session_mark (tenant, mark, session_id)
    select tenant, md5(value)::uuid, session_id from marked where value is not null on conflict do nothing`;

/** Adds the tables for finding and counting sessions, and fills them once from existing steps. */
export const kindsOfSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const each of statements) await sql.raw(each).execute(db);
    // Row-level security applies to the owner too, and a large database takes its time.
    await sql`select set_config('interpose.tenant', '*', true), set_config('statement_timeout', '0', true),
      set_config('work_mem', '256MB', true)`.execute(db);
    await sql.raw(insertKinds).execute(db);
    await sql`update agent set steps = counted.steps from (select tenant, agent, count(*) as steps from step
      where source <> 'changed' group by tenant, agent) counted
      where counted.tenant = agent.tenant and counted.agent = agent.name`.execute(db);
    await sql`select set_config('interpose.tenant', '', true)`.execute(db);
  },
};
