import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage, stepAt } from '../../test/retention-stage.ts';
import { writeRetention } from '../audit/retention-of-tenant.ts';
import type { Storage } from '../storage/open-storage.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

test('sessions and asks go with their decisions, and what was asked about with the payloads', async () => {
  const { storage, keys, recorder, retention } = await retentionStage(database?.url);
  await keys.make('other', 'other');
  const now = Date.now();
  for (const [tenant, session, days] of [
    ['default', 'gone', 40],
    ['default', 'goes on', 40],
    ['default', 'goes on', 5],
    ['other', 'gone', 40],
  ] as const)
    recorder.record(
      tenant,
      stepAt(now - days * DAY_MS, `${tenant} ${session} ${days}`, tenant, session),
      '',
    );
  await recorder.stored();
  for (const [id, state, days] of [
    ['old', 'approved', 40],
    ['waits', 'waiting', 40],
    ['without payload', 'changed', 20],
    ['new', 'changed', 5],
  ] as const)
    await ask(storage, id, state, now - days * DAY_MS);
  await writeRetention(storage, 'default', { payloadDays: 10, decisionDays: 30 });
  await retention.drop(now);
  const left = await storage.within('*', async (work) => {
    const ids = async (table: 'session' | 'chat' | 'session_kind' | 'session_mark') => {
      const column = table === 'session' ? 'id' : 'session_id';
      const { rows } = await sql<{ readonly one: string }>`
        select distinct tenant || ' ' || ${sql.ref(column)} as one from ${sql.table(table)} order by 1`.execute(
        work,
      );
      return rows.map(({ one }) => one);
    };
    return [
      await ids('session'),
      await ids('chat'),
      await ids('session_kind'),
      await ids('session_mark'),
    ];
  });
  expect(left).toEqual(Array.from({ length: 4 }, () => ['default goes on', 'other gone']));
  const asks = await storage.within('default', (work) =>
    work.selectFrom('approval').select(['id', 'args', 'outcome']).orderBy('id').execute(),
  );
  const kept = { args: '{"cents":1}', outcome: '{"change":{"cents":2}}' };
  expect(asks).toEqual([
    { id: 'new', ...kept },
    { id: 'waits', ...kept },
    { id: 'without payload', args: null, outcome: null },
  ]);
  const notices = await storage.within('default', (work) =>
    work.selectFrom('notice').select('approval').orderBy('approval').execute(),
  );
  expect(notices.map(({ approval }) => approval)).toEqual(['new', 'waits', 'without payload']);
});

/** Stores an approval request about which people were notified. */
async function ask(storage: Storage, id: string, state: string, at: number): Promise<void> {
  const names = { tenant: 'default', session_id: 's', chat_id: 'c', agent: 'a', user_id: null };
  const asked = { event: 'preToolCall', tool: 'refund', args: '{"cents":1}', question: 'May it?' };
  const told = { by_names: [], answers: '[]', conversation: '[]', needed: 1, role: 'approver' };
  const times = { asked_at: at, expires_at: at, escalate_at: null, escalated_at: null };
  const outcome = '{"change":{"cents":2}}';
  await storage.within('default', async (work) => {
    await work
      .insertInto('approval')
      .values({
        id,
        ...names,
        ...asked,
        ...told,
        ...times,
        outcome,
        step_key: id,
        state,
        digest: id,
      })
      .execute();
    await work
      .insertInto('notice')
      .values({
        id,
        tenant: 'default',
        approval: id,
        kind: 'asked',
        attempts: 1,
        next_at: at,
        done_at: at,
        error: null,
        webhook: null,
      })
      .execute();
  });
}
