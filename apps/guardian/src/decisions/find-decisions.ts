import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';

import { markedSessions, type Marks } from '../sessions/marked-sessions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { findInSessions, type FoundStep } from './find-in-sessions.ts';
import type { StepRow } from './step-row.ts';

const value = z.string().min(1).max(500);
const text = value.optional();
/** One value or several, any of which fits. */
export const oneOrMore = z
  .union([value.transform((one) => [one]), z.array(value).max(50)])
  .optional();
const time = z.coerce.number().int().min(0).optional();

/** What decisions can be looked for by; times in milliseconds since the epoch. */
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

/** One set of these filters. */
export type DecisionFilter = z.infer<typeof decisionFilter>;

/** A decision as the console shows it. */
export interface Decision extends Omit<StepRow, 'payload' | 'tenant'> {
  readonly seq: number;
}

/** A page of rows, and the cursor of the next one. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** A text is looked for in so many decisions at a time; the next page goes on where this one ended. */
const READ_AT_ONCE = 20_000;

/** The newest decisions that fit, a page of them. */
export async function findDecisions(
  storage: Storage,
  tenant: string,
  filter: DecisionFilter,
): Promise<Page<Decision>> {
  const { limit, q, session } = filter;
  const found = await storage.within(tenant, async (work): Promise<Found> => {
    const fits = thatFit(tenant, filter);
    const sessions =
      session === undefined ? await markedSessions(work, tenant, marksOf(filter)) : undefined;
    if (sessions !== undefined)
      return { rows: await findInSessions(work, tenant, { sessions, fits, limit: limit + 1 }) };
    const within = sql`p.tenant = ${tenant} and p.source <> 'changed' ${until(filter)}`;
    const end = q === undefined ? undefined : await stepAfter(work, within, READ_AT_ONCE);
    const since =
      end === undefined
        ? sql``
        : sql`and p.at >= ${end.at}::bigint and (p.at > ${end.at}::bigint or p.seq >= ${end.seq}::bigint)`;
    const { rows } =
      await sql<FoundStep>`select p.seq, p.record, p.at from step p where ${fits} ${since}
      order by p.at desc, p.seq desc limit ${limit + 1}`.execute(work);
    return { rows, end };
  });
  const page = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? page.at(-1) : found.end;
  return { rows: page.map(toDecision), next: last === undefined ? null : `${last.at}-${last.seq}` };
}

interface Found {
  readonly rows: readonly FoundStep[];
  /** How far was looked where that is not to the end. */
  readonly end?: Pick<FoundStep, 'at' | 'seq'> | undefined;
}

/** The last of so many decisions, newest first; undefined where there are fewer. */
async function stepAfter(
  work: Work,
  within: RawBuilder<unknown>,
  count: number,
): Promise<Pick<FoundStep, 'at' | 'seq'> | undefined> {
  const { rows } = await sql<
    Pick<FoundStep, 'at' | 'seq'>
  >`select p.seq, p.at from step p where ${within}
    order by p.at desc, p.seq desc offset ${count - 1} limit 1`.execute(work);
  return rows[0];
}

/** Where a page ended; undefined for a text that no page gave. */
export function readCursor(
  cursor: string,
): { readonly at: number; readonly seq: number } | undefined {
  const parts = /^(\d{1,15})-(\d{1,18})$/.exec(cursor);
  return parts === null ? undefined : { at: Number(parts[1]), seq: Number(parts[2]) };
}

/** A stored record as the console shows it. */
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

/** What sessions with such a decision are looked up by. What was allowed is everywhere. */
function marksOf({ tool, code, policy, verb, event, user, agent }: DecisionFilter): Marks {
  return { tool, code, policy, verb, event, user, agent };
}

/** What holds of a row `p` of `step` that fits. */
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
    if (values !== undefined) parts.push(sql`p.${sql.ref(column)} = any(${values}::text[])`);
  // For the planner: it then reads the index of what was not simply allowed.
  if (verb !== undefined && !verb.includes('allow')) parts.push(sql`p.decision <> 'allow'`);
  if (code !== undefined) parts.push(sql`p.codes && ${code}::text[]`);
  if (policy !== undefined) parts.push(isOfPolicy(sql`p.by_names`, policy));
  if (q !== undefined)
    parts.push(sql`p.record ilike ${`%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`);
  return sql.join(parts, sql` and `);
}

function until({ to, cursor }: DecisionFilter): RawBuilder<unknown> {
  const { at, seq } = readCursor(cursor ?? '') ?? {};
  const before = to === undefined ? sql`` : sql`and p.at < ${to}::bigint`;
  if (at === undefined) return before;
  return sql`${before} and p.at <= ${at}::bigint and (p.at < ${at}::bigint or p.seq < ${seq}::bigint)`;
}

/** Whether a hook of one of these policies, or a policy of this very name, is among the names. */
function isOfPolicy(names: RawBuilder<unknown>, policies: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${names}) n where split_part(n, '/', 1) = any(${policies}::text[]) or n = any(${policies}::text[]))`;
}
