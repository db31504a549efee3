import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mine = `id = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;

const statements = [
  `alter table tenant enable row level security`,
  `alter table tenant force row level security`,
  `create policy of_tenant on tenant using (${mine}) with check (${mine})`,
];

/** Hides the key and the settings of a tenant from other tenants, as its rows are. */
export const tenantsApart: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const each of statements) await sql.raw(each).execute(db);
  },
};
