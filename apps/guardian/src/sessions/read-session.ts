import { sql } from 'kysely';
import type { Chat, WholeSession } from '@interpose/guardian-api';

import { readCursor, toDecision } from '../decisions/find-decisions.ts';
import type { Storage } from '../storage/open-storage.ts';
import { present, selectSessions } from './find-sessions.ts';

const STEPS = 10_000;

/** Reads one session of a tenant; undefined if there is none. */
export async function readSession(
  storage: Storage,
  tenant: string,
  id: string,
  cursor: string | undefined,
): Promise<WholeSession | undefined> {
  return storage.within(tenant, async (work) => {
    const [session] = await selectSessions(work, sql`s.tenant = ${tenant} and s.id = ${id}`, 1);
    if (session === undefined) return undefined;
    const { rows: chats } = await sql<Chat>`
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
