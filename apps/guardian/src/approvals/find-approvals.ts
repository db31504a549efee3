import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ApprovalPage, Spoken, WholeApproval } from '@interpose/guardian-api';

import { oneOrMore, toDecision } from '../decisions/find-decisions.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import type { Tables } from '../storage/tables.ts';
import { answersOf, toApproval, toShortApproval } from './approval.ts';
import { riskNotes } from './risk-notes.ts';

/** The filters for approvals. */
export const approvalFilter = z.object({
  /** Several states with commas between them, or the parameter several times. */
  state: oneOrMore,
  order: z.enum(['oldest', 'newest']).default('oldest'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** Returns a page of approvals, oldest first unless the newest are asked for, with the number of all waiting ones. */
export async function findApprovals(
  storage: Storage,
  tenant: string,
  { state, order, cursor, limit }: z.infer<typeof approvalFilter>,
): Promise<ApprovalPage> {
  const after = /^(\d{1,15})-(.+)$/.exec(cursor ?? '');
  return storage.within(tenant, async (work) => {
    let query = work.selectFrom('approval').selectAll().where('tenant', '=', tenant);
    if (state !== undefined)
      query = query.where(
        'state',
        'in',
        state.flatMap((each) => each.split(',')),
      );
    const [beyond, direction] =
      order === 'oldest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
    if (after !== null) {
      const [at, id] = [Number(after[1]), after[2] ?? ''];
      query = query.where((e) =>
        e.or([e('asked_at', beyond, at), e.and([e('asked_at', '=', at), e('id', beyond, id)])]),
      );
    }
    const rows = await query
      .orderBy('asked_at', direction)
      .orderBy('id', direction)
      .limit(limit + 1)
      .execute();
    const waiting = await countWaiting(work, tenant);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? `${last.asked_at}-${last.id}` : null;
    return { rows: page.map(toShortApproval), next, waiting };
  });
}

async function countWaiting(work: Work, tenant: string): Promise<number> {
  const { waiting } = await work
    .selectFrom('approval')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('tenant', '=', tenant)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Reads one approval of a tenant, with the chat before it and earlier answers to equal asks. */
export async function readApproval(
  storage: Storage,
  tenant: string,
  id: string,
): Promise<WholeApproval | undefined> {
  return storage.within(tenant, async (work) => {
    const row = await work
      .selectFrom('approval')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const same = await work
      .selectFrom('approval')
      .select('answers')
      .where('tenant', '=', tenant)
      .where('digest', '=', row.digest)
      .where('id', '<>', id)
      .orderBy('asked_at', 'desc')
      .limit(5)
      .execute();
    const approval = toApproval(row);
    return {
      ...approval,
      conversation: await conversationBefore(work, row),
      earlier: same.flatMap(answersOf),
      notes: riskNotes(approval),
    };
  });
}

/** Returns the messages of the chat before the ask, in the order in which they were sent. */
async function conversationBefore(
  work: Work,
  asked: Pick<Selectable<Tables['approval']>, 'tenant' | 'session_id' | 'chat_id' | 'asked_at'>,
): Promise<readonly Spoken[]> {
  const steps = await work
    .selectFrom('step')
    .select(['seq', 'record', 'payload'])
    .where('tenant', '=', asked.tenant)
    .where('session_id', '=', asked.session_id)
    .where('chat_id', '=', asked.chat_id)
    .where('source', '<>', 'changed')
    .where('at', '<=', asked.asked_at)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(30)
    .execute();
  return asSent(steps.toReversed().flatMap(spoken));
}

const ROLES: Readonly<Record<string, string>> = {
  onUserMessage: 'user',
  onSystemMessage: 'system',
  onAgentResponse: 'assistant',
  preToolCall: 'tool call',
  onToolCallResult: 'tool',
};

function spoken(row: {
  readonly seq: number;
  readonly record: string;
  readonly payload: string | null;
}): readonly Spoken[] {
  const { event, tool } = toDecision(row);
  const role = ROLES[event];
  if (role === undefined || row.payload === null) return [];
  const { payload } = JSON.parse(row.payload) as {
    readonly payload?: Readonly<Record<string, unknown>>;
  };
  const call = payload?.['call'] as { readonly args?: unknown } | undefined;
  const said =
    role === 'tool'
      ? payload?.['result']
      : call === undefined
        ? payload
        : { [tool ?? '']: call.args };
  const text = typeof said === 'string' ? said : textsIn(said);
  return text === '' ? [] : [{ role, text }];
}

/** Puts messages into the order of the request: hooks get the user's message before the instructions above it. */
function asSent(all: readonly Spoken[]): readonly Spoken[] {
  const sent: Spoken[] = [];
  for (const one of all) {
    const before = sent.findLastIndex(({ role }) => role !== 'user');
    sent.splice(one.role === 'system' ? before + 1 : sent.length, 0, one);
  }
  return sent;
}

/** Returns the texts of a message, or any other value as JSON. */
function textsIn(value: unknown): string {
  const message = (value as { readonly message?: { readonly content?: unknown } } | undefined)
    ?.message;
  const content = message?.content;
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content.map((part) => (part as { readonly text?: string }).text ?? '').join('');
  return value === undefined ? '' : JSON.stringify(value).slice(0, 2000);
}
