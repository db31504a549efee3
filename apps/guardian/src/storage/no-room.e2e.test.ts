import { execFileSync } from 'node:child_process';

import { afterAll, describe, expect, test } from 'vitest';

import { openDatabaseStage, type DatabaseStage } from '../../test/database-stage.ts';

/** The files of PostgreSQL's own log have 16 MiB; only larger files find no room. */
const ROOM = 18 * 1_048_576;
const ROW = 1500;
/** The size of rows that fill the rest of the pages, so that no decision fits. */
const REST = 40;

const opened = canLimitFiles()
  ? await openDatabaseStage({ INTERPOSE_SPOOL_BYTES: '65536' })
  : undefined;

function canLimitFiles(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true' && process.platform === 'linux') throw error;
    return false;
  }
}

describe.skipIf(opened === undefined)('a database that has no room for one page more', () => {
  // Without a server none of this runs.
  const stage = opened ?? ({} as DatabaseStage);
  afterAll(() => stage.close());

  test('leaves decisions in the spool, then none is handed out, and all come once there is room', async () => {
    const { server, guardian, query, decide, decideUntilRefused, allStored } = stage;
    await decide('before', 2);
    await allStored();
    const rows = Math.ceil(ROOM / ROW);
    for (const [size, count] of [
      [ROW, rows],
      [REST, 3 * rows],
    ] as const)
      await query(`insert into step (tenant, id, at, event, session_id, chat_id, agent, decision, by_names, codes, policies, source,
          ms, spend, failed, batch, place, record)
        select 'ballast', 'ballast ${size} ' || i, at, event, session_id, chat_id, agent, decision, by_names, codes, policies, 'ballast',
          ms, spend, failed, 1, i, repeat('x', ${size}) from (select * from step limit 1) one, generate_series(1, ${count}) i`);
    await server.limitFiles(ROOM);
    const most = 600;
    const answered = await decideUntilRefused('without room', most);
    // The spool has limited room, and a decision that cannot be recorded is not made: the agent's posture denies.
    expect(answered).toBeGreaterThan(10);
    expect(answered).toBeLessThan(most);
    expect(await decideUntilRefused('still without', 3)).toBe(0);
    const { problem } = await guardian.next('problem');
    expect(problem).toContain('could not extend file');
    await server.limitFiles(undefined);
    await allStored();
    await decide('with room', 2);
    await allStored();
  });
});
