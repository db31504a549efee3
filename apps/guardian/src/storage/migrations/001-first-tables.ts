import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables whose rows belong to one tenant each: row-level security hides rows of other tenants. */
const ofTenants = [
  'person',
  'login',
  'agent_token',
  'session',
  'chat',
  'step',
  'approval',
  'switch',
  'audit_batch',
  'notice',
  'agent',
];

const people = `
create table tenant (
  id text primary key, name text not null, created_at bigint not null, payload_key text not null,
  settings jsonb not null default '{}'
);
create table person (
  id text primary key, tenant text not null references tenant, name text not null, email text, subject text,
  role text not null check (role in ('viewer', 'approver', 'admin')), created_at bigint not null
);
create unique index person_subject on person (tenant, subject) where subject is not null;
create table login (
  hash text primary key, tenant text not null references tenant, person text not null references person on delete cascade,
  csrf text not null, expires_at bigint not null
);
create table agent_token (
  id text primary key, tenant text not null references tenant, agent text not null, salt text not null,
  hash text not null, created_at bigint not null, created_by text not null, expires_at bigint, replaces text
);
create table policy_version (
  digest text primary key, loaded_at bigint not null, loaded_by text not null,
  state text not null check (state in ('serving', 'previous', 'refused')), error text, names jsonb not null,
  files jsonb not null
);`;

const decisions = `
create table session (
  tenant text not null, id text not null, agent text not null, framework text, user_id text,
  started_at bigint not null, last_at bigint not null, steps integer not null, denied integer not null,
  asked integer not null, modified integer not null, errors integer not null, spend double precision not null,
  primary key (tenant, id)
);
create index session_last on session (tenant, last_at desc, id desc);
create table chat (
  tenant text not null, session_id text not null, id text not null, parent text, agent text not null,
  started_at bigint not null, last_at bigint not null, primary key (tenant, session_id, id)
);
create sequence step_seq;
create table step (
  seq bigint not null default nextval('step_seq'), tenant text not null, id text not null, at bigint not null,
  event text not null, tool text, session_id text not null, chat_id text not null, agent text not null, user_id text,
  decision text not null, by_names text[] not null, codes text[] not null, policies text not null, source text not null,
  ms real not null, spend double precision not null, failed boolean not null, batch bigint not null, place integer not null,
  record text not null, payload text
) partition by range (at);
create index step_newest on step (tenant, at desc, seq desc);
create index step_interfered on step (tenant, at desc, seq desc) where decision <> 'allow';
create index step_session on step (tenant, session_id, at, seq);
create index step_batch on step (tenant, batch, place);
create index step_id on step (id);
create table agent (
  tenant text not null, name text not null, framework text, version text, last_at bigint not null,
  coverage text not null default '[]', inventory text not null default '[]', primary key (tenant, name)
);`;

const approvals = `
create table approval (
  id text primary key, tenant text not null references tenant, session_id text not null, chat_id text not null,
  step_key text not null, agent text not null, user_id text, event text not null, tool text, args text, question text not null,
  by_names text[] not null, state text not null
    check (state in ('waiting', 'approved', 'denied', 'changed', 'answered', 'expired', 'withdrawn')),
  digest text not null, asked_at bigint not null, expires_at bigint not null, needed integer not null, role text not null,
  answers text not null, outcome text, conversation text not null, escalate_at bigint, escalated_at bigint
);
create unique index approval_step on approval (tenant, step_key, digest);
create index approval_waiting on approval (tenant, asked_at) where state = 'waiting';
create index approval_newest on approval (tenant, asked_at desc);
create table switch (
  id text primary key, tenant text not null references tenant, kind text not null
    check (kind in ('agent', 'tool', 'session', 'tenant')),
  value text not null, why text not null, by_name text not null, at bigint not null, until bigint
);
create table notice (
  id text primary key, tenant text not null references tenant, approval text not null references approval,
  kind text not null, attempts integer not null, next_at bigint not null, done_at bigint, error text
);
create index notice_due on notice (next_at) where done_at is null;`;

const audit = `
create table audit_key (id text primary key, public_key text not null, created_at bigint not null);
create table audit_batch (
  tenant text not null references tenant, number bigint not null, segment text not null, previous text not null,
  root text not null, count integer not null, closed_at bigint not null, hash text not null, signature text not null,
  key_id text not null references audit_key, first_at bigint not null, last_at bigint not null, anchored_at bigint,
  primary key (tenant, number), unique (tenant, segment)
);`;

/**
 * Work for one tenant sets `interpose.tenant` and takes the role `interpose_app`; `*` is the guardian's own work for
 * all tenants. A query without a tenant sees no rows.
 */
function security(table: string): string {
  const mine = `tenant = current_setting('interpose.tenant', true) or current_setting('interpose.tenant', true) = '*'`;
  return `alter table "${table}" enable row level security;
alter table "${table}" force row level security;
create policy of_tenant on "${table}" using (${mine}) with check (${mine});`;
}

const role = `do $$ begin
  if not exists (select from pg_roles where rolname = 'interpose_app') then create role interpose_app nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
grant usage, create on schema public to interpose_app;
grant select, insert, update, delete on all tables in schema public to interpose_app;
grant usage on all sequences in schema public to interpose_app;`;

/** The first tables, each with its indexes. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [people, decisions, approvals, audit, ...ofTenants.map(security)];
    for (const each of statements.flatMap((text) => text.split(/;\n|;$/)))
      if (each.trim() !== '') await sql.raw(each).execute(db);
    for (const each of [
      role.slice(0, role.indexOf('$$;') + 2),
      ...role.slice(role.indexOf('$$;') + 3).split(';'),
    ])
      if (each.trim() !== '') await sql.raw(each).execute(db);
  },
};
