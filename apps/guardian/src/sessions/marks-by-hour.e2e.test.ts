import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage } from '../../test/retention-stage.ts';
import { writeStep } from '../decisions/step-row.ts';
import { findSessions } from './find-sessions.ts';
import { HOUR_MS } from './marked-sessions.ts';
import { sessionFilter } from './session-filter.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

const HOUR = Math.floor(Date.now() / HOUR_MS) - 10;

test('a session that goes on in a later hour is listed there, also by what it did before', async () => {
  const { storage, recorder } = await retentionStage(database?.url);
  const step = async (hour: number, sessionId: string, tool: string): Promise<void> => {
    const id = `${hour} ${sessionId} ${tool}`;
    const place = { tenant: 'default', id, policies: '', source: 'asked' } as const;
    const ids = { id, seq: 1, sessionId, chatId: 'c', agent: { id: 'a' }, tool };
    const said = { decision: 'allow', by: [], codes: [], changed: false, hooks: 1 } as const;
    const at = (HOUR + hour) * HOUR_MS;
    const record = { event: 'preToolCall', ...ids, ...said, at, mode: 'enforce', ms: 1 } as const;
    recorder.record('default', writeStep(record, place), '');
    await recorder.stored();
  };
  await step(1, 'goes on', 'search');
  await step(2, 'ended', 'search');
  await step(3, 'goes on', 'pay');
  // A late report does not make a session older.
  await step(0, 'goes on', 'read');
  const filter = sessionFilter.parse({ tool: ['search'] });
  const { rows } = await findSessions(storage, 'default', filter);
  expect(rows.map(({ id }) => id)).toEqual(['goes on', 'ended']);
  const hours = await storage.within('default', async (work) => {
    const { rows: found } = await sql<{ readonly session_id: string; readonly hour: number }>`
      select distinct session_id, hour from session_mark order by 1`.execute(work);
    return found;
  });
  expect(hours).toEqual([
    { session_id: 'ended', hour: HOUR + 2 },
    { session_id: 'goes on', hour: HOUR + 3 },
  ]);
});
