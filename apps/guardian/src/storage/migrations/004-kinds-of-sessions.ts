import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

import { insertKinds } from '../../sessions/session-kinds.ts';

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

/** What sessions are found and counted by, written with their steps; what is there already is read once. */
export const kindsOfSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const each of statements) await sql.raw(each).execute(db);
    // Row-level security holds for the owner too, and a large database takes its time.
    await sql`select set_config('interpose.tenant', '*', true), set_config('statement_timeout', '0', true),
      set_config('work_mem', '256MB', true)`.execute(db);
    await insertKinds(sql`true`).execute(db);
    await sql`update agent set steps = counted.steps from (select tenant, agent, count(*) as steps from step
      where source <> 'changed' group by tenant, agent) counted
      where counted.tenant = agent.tenant and counted.agent = agent.name`.execute(db);
    await sql`select set_config('interpose.tenant', '', true)`.execute(db);
  },
};
