import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mine = `tenant = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;

const statements = [
  `alter table agent_token add column name text not null default ''`,
  `alter table agent_token add column last_at bigint`,
  `alter table person add column last_at bigint`,
  `alter table person add column added_by text`,
  `create table invite (
    hash text primary key, tenant text not null references tenant,
    person text not null references person on delete cascade, expires_at bigint not null
  )`,
  `grant select, insert, update, delete on invite to interpose_app`,
  `alter table invite enable row level security`,
  `alter table invite force row level security`,
  `create policy of_tenant on invite using (${mine}) with check (${mine})`,
];

/** Adds what admins give out: named tokens for agents, and one-time logins for people they added. */
export const accessOfPeople: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const each of statements) await sql.raw(each).execute(db);
  },
};
