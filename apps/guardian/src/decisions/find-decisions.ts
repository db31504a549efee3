import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Decision, Page } from '@interpose/guardian-api';

import { FEW_SESSIONS, rarestMark } from '../sessions/marked-sessions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { findInSessions, type Found, type FoundStep, type Place } from './find-in-sessions.ts';
import type { StepRow } from './step-row.ts';

const value = z.string().min(1).max(500);
const text = value.optional();
/** One value or several, any of which fits. */
export const oneOrMore = z
  .union([value.transform((one) => [one]), z.array(value).max(50)])
  .optional();
const time = z.coerce.number().int().min(0).optional();

/** The filters for decisions; times in milliseconds since the epoch. */
export const decisionFilter = z.object({
  cursor: text,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  from: time,
  to: time,
  verb: oneOrMore,
  event: oneOrMore,
  tool: oneOrMore,
  agent: oneOrMore,
  session: text,
  user: oneOrMore,
  policy: oneOrMore,
  code: oneOrMore,
  q: text,
});

/** A set of these filters. */
export type DecisionFilter = z.infer<typeof decisionFilter>;

/** A page that this many of the newest decisions can fill is read without looking at sessions. */
const NEWEST = 5000;
/** The decisions in which a text is searched at a time; the next page continues there. */
const READ_AT_ONCE = 8000;

/** Returns a page of the newest decisions that fit. */
export async function findDecisions(
  storage: Storage,
  tenant: string,
  filter: DecisionFilter,
): Promise<Page<Decision>> {
  const { limit } = filter;
  const found = await storage.within(tenant, (work) => find(work, tenant, filter));
  const page = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? page.at(-1) : found.end;
  return { rows: page.map(toDecision), next: last === undefined ? null : `${last.at}-${last.seq}` };
}

async function find(work: Work, tenant: string, filter: DecisionFilter): Promise<Found> {
  const { limit, q, session } = filter;
  const fits = thatFit(tenant, filter);
  const within = sql`p.tenant = ${tenant} and p.source <> 'changed' ${until(filter)}`;
  const read = async (end: Place | undefined): Promise<readonly FoundStep[]> => {
    const { rows } =
      await sql<FoundStep>`select p.seq, p.record, p.at from step p where ${fits} ${since(end)}
      order by p.at desc, p.seq desc limit ${limit + 1}`.execute(work);
    return rows;
  };
  if (session !== undefined || (hasOwnIndex(filter) && q === undefined))
    return { rows: await read(undefined) };
  const mark = await rarestMark(work, tenant, filter);
  const looking = mark && { mark, fits, limit: limit + 1, time: timeOf(filter) };
  if (looking && looking.mark.sessions <= FEW_SESSIONS)
    return findInSessions(work, tenant, looking);
  const end = await stepAfter(work, within, q === undefined ? NEWEST : READ_AT_ONCE);
  const newest = await read(end);
  if (newest.length > limit || end === undefined) return { rows: newest };
  return looking === undefined ? { rows: newest, end } : findInSessions(work, tenant, looking);
}

/** Returns the time to search, after the decisions of earlier pages. */
function timeOf({ from, to, cursor }: DecisionFilter): {
  readonly from: number | undefined;
  readonly to: number | undefined;
} {
  const { at } = readCursor(cursor ?? '') ?? {};
  if (at === undefined) return { from, to };
  return { from, to: Math.min(at + 1, to ?? at + 1) };
}

/** Whether an index returns matching rows in order: all decisions of a time, or refusals of one tool. */
function hasOwnIndex({ tool, code, policy, verb, event, user, agent }: DecisionFilter): boolean {
  if (tool?.length === 1 && verb?.includes('allow') === false) return true;
  return [tool, code, policy, verb, event, user, agent].every((values) => values === undefined);
}

function since(end: Place | undefined): RawBuilder<unknown> {
  if (end === undefined) return sql``;
  const { at, seq } = end;
  return sql`and p.at >= ${at}::bigint and (p.at > ${at}::bigint or p.seq >= ${seq}::bigint)`;
}

/** Returns the last of this many decisions, newest first; undefined if there are fewer. */
async function stepAfter(
  work: Work,
  within: RawBuilder<unknown>,
  count: number,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`select p.seq, p.at from step p where ${within}
    order by p.at desc, p.seq desc offset ${count - 1} limit 1`.execute(work);
  return rows[0];
}

/** Returns the `like` pattern for texts that contain this text literally. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Reads where a page ended; undefined for a text that no page returned. */
export function readCursor(
  cursor: string,
): { readonly at: number; readonly seq: number } | undefined {
  const parts = /^(\d{1,15})-(\d{1,18})$/.exec(cursor);
  return parts === null ? undefined : { at: Number(parts[1]), seq: Number(parts[2]) };
}

/** Converts a stored record to the form of the console. */
export function toDecision({
  seq,
  record,
}: {
  readonly seq: number;
  readonly record: string;
}): Decision {
  const { payload: _, tenant: __, ...row } = JSON.parse(record) as StepRow;
  return { ...row, seq };
}

/** Returns the condition for a row `p` of `step`. */
function thatFit(tenant: string, filter: DecisionFilter): RawBuilder<unknown> {
  const { from, q, policy, code, verb, session } = filter;
  const any = {
    decision: verb,
    event: filter.event,
    tool: filter.tool,
    agent: filter.agent,
    user_id: filter.user,
  };
  const parts = [sql`p.tenant = ${tenant} and p.source <> 'changed' ${until(filter)}`];
  if (from !== undefined) parts.push(sql`p.at >= ${from}::bigint`);
  if (session !== undefined) parts.push(sql`p.session_id = ${session}`);
  for (const [column, values] of Object.entries(any))
    if (values !== undefined) parts.push(isOneOf(sql`p.${sql.ref(column)}`, values));
  // This lets the planner use the index of decisions other than plain allows.
  if (verb !== undefined && !verb.includes('allow')) parts.push(sql`p.decision <> 'allow'`);
  if (code !== undefined) parts.push(sql`p.codes && ${code}::text[]`);
  if (policy !== undefined) parts.push(isOfPolicy(sql`p.by_names`, policy));
  if (q !== undefined) parts.push(sql`p.record ilike ${containing(q)}`);
  return sql.join(parts, sql` and `);
}

/** Compares with one value alone if possible: then an index returns rows in order. */
function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> {
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any(${values}::text[])`;
}

function until({ to, cursor }: DecisionFilter): RawBuilder<unknown> {
  const { at, seq } = readCursor(cursor ?? '') ?? {};
  const before = to === undefined ? sql`` : sql`and p.at < ${to}::bigint`;
  if (at === undefined) return before;
  return sql`${before} and p.at <= ${at}::bigint and (p.at < ${at}::bigint or p.seq < ${seq}::bigint)`;
}

/** Whether the names contain a hook of one of these policies, or a policy of exactly this name. */
function isOfPolicy(names: RawBuilder<unknown>, policies: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${names}) n where split_part(n, '/', 1) = any(${policies}::text[]) or n = any(${policies}::text[]))`;
}
