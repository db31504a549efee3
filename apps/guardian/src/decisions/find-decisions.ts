import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';

import type { Storage } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import type { StepRow } from './step-row.ts';

const text = z.string().min(1).max(500).optional();
const time = z.coerce.number().int().min(0).optional();

/** What decisions can be looked for by; times in milliseconds since the epoch. */
export const decisionFilter = z.object({
  cursor: text,
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  from: time,
  to: time,
  verb: text,
  event: text,
  tool: text,
  agent: text,
  session: text,
  user: text,
  policy: text,
  code: text,
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
type Steps = ExpressionBuilder<Tables, 'step'>;

/** `step` rows of a tenant that fit a filter. */
function filtered<O>(
  query: StepQuery<O>,
  tenant: string,
  filter: Partial<DecisionFilter>,
): StepQuery<O> {
  const { from, to, q, policy, code } = filter;
  const equal = {
    decision: filter.verb,
    event: filter.event,
    tool: filter.tool,
    agent: filter.agent,
    session_id: filter.session,
    user_id: filter.user,
  };
  let found = query.where('tenant', '=', tenant);
  if (from !== undefined) found = found.where('at', '>=', from);
  if (to !== undefined) found = found.where('at', '<', to);
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) found = found.where(column as keyof typeof equal, '=', value);
  // For the planner: it then reads the index of what was not simply allowed.
  if (filter.verb !== undefined && filter.verb !== 'allow')
    found = found.where('decision', '<>', 'allow');
  if (code !== undefined) found = found.where((e: Steps) => e(e.val(code), '=', e.fn.any('codes')));
  if (policy !== undefined)
    found = found.where(
      sql<boolean>`exists (select from unnest(by_names) n where n = ${policy} or starts_with(n, ${`${policy}/`}))`,
    );
  if (q !== undefined)
    found = found.where('record', 'ilike', `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return found;
}
