import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mine = `tenant = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;

const statements = [
  `create table webhook (
    id text primary key, tenant text not null references tenant, url text not null,
    format text not null check (format in ('json', 'slack')), kinds text[] not null, secret text not null,
    created_at bigint not null, created_by text not null, last_at bigint, last_status integer, failing text
  )`,
  `grant select, insert, update, delete on webhook to interpose_app`,
  `alter table webhook enable row level security`,
  `alter table webhook force row level security`,
  `create policy of_tenant on webhook using (${mine}) with check (${mine})`,
  `alter table notice add column webhook text references webhook on delete cascade`,
];

/** Adds the webhooks of admins; a notice without a webhook is for the one of the settings. */
export const webhooksOfTenants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const each of statements) await sql.raw(each).execute(db);
  },
};
