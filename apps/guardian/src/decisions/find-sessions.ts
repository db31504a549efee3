import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

import type { Storage, Work } from '../storage/open-storage.ts';
import { readCursor, toDecision, type Decision, type Page } from './find-decisions.ts';

const text = z.string().min(1).max(500).optional();
const time = z.coerce.number().int().min(0).optional();

/** What sessions can be looked for by. */
export const sessionFilter = z.object({
  cursor: z.string().min(1).max(600).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  q: text,
  verb: text,
  agent: text,
  tool: text,
  code: text,
  user: text,
  from: time,
  to: time,
});

type SessionFilter = z.infer<typeof sessionFilter>;

/** A session as a list shows it. */
export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly framework?: string;
  readonly user?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly chats: number;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend: number;
}

const facets = ['verb', 'agent', 'tool', 'code', 'user'] as const;
const FACET_SESSIONS = 5000;

/** How many sessions there are of each value. */
export type Facets = Readonly<Record<(typeof facets)[number], Readonly<Record<string, number>>>>;

/** The sessions that fit, newest first, with counts over them (over the newest 5,000 where there are more). */
export async function findSessions(
  storage: Storage,
  tenant: string,
  filter: SessionFilter,
): Promise<Page<SessionRow> & { readonly facets: Facets }> {
  const { cursor, limit } = filter;
  const where = conditions(tenant, filter);
  return storage.within(tenant, async (work) => {
    const rows = await selectSessions(work, sql`${where} ${after(cursor)}`, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? `${last.lastAt}-${last.id}` : null;
    return { rows: page, next, facets: await countFacets(work, tenant, where) };
  });
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  const parts = /^(\d{1,15})-(.*)$/su.exec(cursor ?? '');
  if (parts === null) return sql``;
  return sql`and (s.last_at, s.id) < (${Number(parts[1])}::bigint, ${parts[2] ?? ''})`;
}

function conditions(
  tenant: string,
  { q, verb, agent, tool, code, user, from, to }: SessionFilter,
): RawBuilder<unknown> {
  const parts = [sql`s.tenant = ${tenant}`];
  if (agent !== undefined) parts.push(sql`s.agent = ${agent}`);
  if (user !== undefined) parts.push(sql`s.user_id = ${user}`);
  if (from !== undefined) parts.push(sql`s.last_at >= ${from}`);
  if (to !== undefined) parts.push(sql`s.started_at < ${to}`);
  const steps = [sql`p.tenant = s.tenant and p.session_id = s.id`];
  if (verb !== undefined) steps.push(sql`p.decision = ${verb}`);
  if (tool !== undefined) steps.push(sql`p.tool = ${tool}`);
  if (code !== undefined) steps.push(sql`${code} = any(p.codes)`);
  if (steps.length > 1)
    parts.push(sql`exists (select from step p where ${sql.join(steps, sql` and `)})`);
  if (q !== undefined) {
    const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    parts.push(sql`(s.id ilike ${like} or s.agent ilike ${like} or s.user_id ilike ${like} or exists (select from step p
      where p.tenant = s.tenant and p.session_id = s.id and (p.tool ilike ${like} or ${q} = any(p.codes))))`);
  }
  return sql.join(parts, sql` and `);
}

async function selectSessions(
  work: Work,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.agent, s.framework, s.user_id as "user", s.started_at as "startedAt", s.last_at as "lastAt", s.steps,
      s.denied, s.asked, s.modified, s.errors, s.spend,
      (select count(*) from chat c where c.tenant = s.tenant and c.session_id = s.id) as chats
    from session s where ${where} order by s.last_at desc, s.id desc limit ${limit}`.execute(work);
  return rows.map(present);
}

async function countFacets(
  work: Work,
  tenant: string,
  where: RawBuilder<unknown>,
): Promise<Facets> {
  const { rows } = await sql<{
    readonly facet: keyof Facets;
    readonly value: string;
    readonly sessions: number;
  }>`
    with found as materialized (select s.id, s.agent, s.user_id from session s where ${where} order by s.last_at desc limit ${FACET_SESSIONS}),
    steps as materialized (select p.session_id, p.decision, p.tool, p.codes from found f join step p on p.tenant = ${tenant} and p.session_id = f.id)
    select 'agent' as facet, agent as value, count(*) as sessions from found group by 2
    union all select 'user', user_id, count(*) from found where user_id is not null group by 2
    union all select 'verb', decision, count(distinct session_id) from steps group by 2
    union all select 'tool', tool, count(distinct session_id) from steps where tool is not null group by 2
    union all select 'code', code, count(distinct session_id) from steps, unnest(codes) code group by 2
    order by 3 desc`.execute(work);
  const counts: Record<string, Record<string, number>> = {};
  for (const facet of facets) counts[facet] = {};
  for (const { facet, value, sessions } of rows) counts[facet]![value] = sessions;
  return counts as Facets;
}

/** A chat of a session. */
export interface ChatRow {
  readonly id: string;
  readonly parentChatId?: string;
  readonly agent: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** A session with its chats and up to 10,000 of its steps, in their order. */
export interface WholeSession {
  readonly session: SessionRow;
  readonly chats: readonly ChatRow[];
  readonly steps: readonly Decision[];
  readonly next: string | null;
}

const STEPS = 10_000;

/** Reads one session of a tenant; undefined where there is none. */
export async function readSession(
  storage: Storage,
  tenant: string,
  id: string,
  cursor: string | undefined,
): Promise<WholeSession | undefined> {
  return storage.within(tenant, async (work) => {
    const [session] = await selectSessions(work, sql`s.tenant = ${tenant} and s.id = ${id}`, 1);
    if (session === undefined) return undefined;
    const { rows: chats } = await sql<ChatRow>`
      select id, parent as "parentChatId", agent, started_at as "startedAt", last_at as "endedAt" from chat
      where tenant = ${tenant} and session_id = ${id} order by started_at, id`.execute(work);
    const from = cursor === undefined ? undefined : readCursor(cursor);
    const { rows } = await sql<{
      readonly seq: number;
      readonly at: number;
      readonly record: string;
    }>`
      select seq, at, record from step where tenant = ${tenant} and session_id = ${id}
      and (at, seq) > (${from?.at ?? -1}::bigint, ${from?.seq ?? -1}::bigint)
      order by at, seq limit ${STEPS + 1}`.execute(work);
    const steps = rows.slice(0, STEPS);
    const last = steps.at(-1);
    const next = rows.length > STEPS && last !== undefined ? `${last.at}-${last.seq}` : null;
    return { session, chats: chats.map(present), steps: steps.map(toDecision), next };
  });
}

/** Columns that hold nothing are left out. */
function present<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
