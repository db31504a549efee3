import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const mine = `tenant = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;

const statements = [
  `alter table session_mark rename to old_session_mark`,
  `create table session_mark (tenant text not null, mark uuid not null, session_id text not null, hour integer not null)`,
  `insert into session_mark select m.tenant, m.mark, m.session_id, s.last_at / 3600000
    from old_session_mark m join session s on s.tenant = m.tenant and s.id = m.session_id`,
  `drop table old_session_mark`,
  // The marks of a session are stored side by side, so that writing them touches few pages.
  `alter table session_mark add primary key (tenant, session_id, mark)`,
  `create index session_mark_hour on session_mark (tenant, mark, hour desc, session_id)`,
  `create index session_failed on session (tenant, last_at desc, id desc) where errors > 0`,
  `grant select, insert, update, delete on session_mark to interpose_app`,
  `alter table session_mark enable row level security`,
  `alter table session_mark force row level security`,
  `create policy of_tenant on session_mark using (${mine}) with check (${mine})`,
];

/** Orders marks by the hour of their session's last step, so that the newest sessions of a value are found at once. */
export const marksByHour: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`select set_config('interpose.tenant', '*', true), set_config('statement_timeout', '0', true),
      set_config('work_mem', '256MB', true)`.execute(db);
    for (const each of statements) await sql.raw(each).execute(db);
    await sql`select set_config('interpose.tenant', '', true)`.execute(db);
  },
};
