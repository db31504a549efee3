import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';

import type { Storage } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
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

/** The newest decisions that fit, a page of them. */
export async function findDecisions(
  storage: Storage,
  tenant: string,
  filter: DecisionFilter,
): Promise<Page<Decision>> {
  const { cursor, limit } = filter;
  const rows = await storage.within(tenant, (work) => {
    let query = filtered(work.selectFrom('step').select(['seq', 'record', 'at']), tenant, filter);
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (after !== undefined) {
      const { at, seq } = after;
      query = query
        .where('at', '<=', at)
        .where((e) => e.or([e('at', '<', at), e('seq', '<', seq)]));
    }
    return query
      .orderBy('at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute();
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last !== undefined ? `${last.at}-${last.seq}` : null;
  return { rows: page.map(toDecision), next };
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

type StepQuery<O> = SelectQueryBuilder<Tables, 'step', O>;

/** `step` rows of a tenant that fit a filter. */
function filtered<O>(
  query: StepQuery<O>,
  tenant: string,
  filter: Partial<DecisionFilter>,
): StepQuery<O> {
  const { from, to, q, policy, code, verb, session } = filter;
  const any = {
    decision: verb,
    event: filter.event,
    tool: filter.tool,
    agent: filter.agent,
    user_id: filter.user,
  };
  let found = query.where('tenant', '=', tenant).where('source', '<>', 'changed');
  if (from !== undefined) found = found.where('at', '>=', from);
  if (to !== undefined) found = found.where('at', '<', to);
  if (session !== undefined) found = found.where('session_id', '=', session);
  for (const [column, values] of Object.entries(any))
    if (values !== undefined) found = found.where(column as keyof typeof any, 'in', values);
  // For the planner: it then reads the index of what was not simply allowed.
  if (verb !== undefined && !verb.includes('allow')) found = found.where('decision', '<>', 'allow');
  if (code !== undefined) found = found.where(sql<boolean>`codes && ${code}::text[]`);
  if (policy !== undefined) found = found.where(isOfPolicy(sql`by_names`, policy));
  if (q !== undefined)
    found = found.where('record', 'ilike', `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return found;
}

/** Whether a hook of one of these policies, or a policy of this very name, is among the names. */
export function isOfPolicy(
  names: RawBuilder<unknown>,
  policies: readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${names}) n where split_part(n, '/', 1) = any(${policies}::text[]) or n = any(${policies}::text[]))`;
}
