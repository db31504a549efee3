import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-full-'));
let guardian: StartedGuardian;
let direct: Client;

async function decide(count: number, session: string): Promise<readonly unknown[]> {
  const hooks = agentHooks(guardian.url);
  const decisions: unknown[] = [];
  for (let index = 0; index < count; index++)
    decisions.push((await askTool(hooks, { index }, { session })).decision);
  return decisions;
}

async function storedOf(session: string): Promise<number> {
  const text = 'select count(*)::integer as n from step where session_id = $1';
  const { rows } = await direct.query<{ n: number }>(text, [session]);
  return rows[0]!.n;
}

describe.skipIf(database === undefined)('a database without room', () => {
  beforeAll(async () => {
    guardian = await startGuardian({
      INTERPOSE_DATABASE_URL: database!.url,
      INTERPOSE_FOLDER: join(folder, 'data'),
      INTERPOSE_SPOOL_BYTES: '65536',
    });
    direct = new Client({ connectionString: database!.url });
    await direct.connect();
    await decide(1, 'before');
    await eventually(async () => (await storedOf('before')) === 1);
    await direct.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    await direct.query(
      'create trigger full_disk before insert on step for each row execute function full_disk()',
    );
  });
  afterAll(async () => {
    await direct.end();
    await killGuardians();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  test('keeps decisions in the spool, then none is handed out, and all come once there is room', async () => {
    const decisions = await decide(200, 'without room');
    const answered = decisions.filter((decision) => decision === 'allow').length;
    // The spool has limited room, and a decision that cannot be recorded is not made: the agent's posture denies.
    expect(answered).toBeGreaterThan(10);
    expect(answered).toBeLessThan(200);
    expect(new Set(decisions.slice(answered))).toEqual(new Set(['deny']));
    const { problem } = await guardian.next('problem');
    expect(problem).toContain('No space left');
    expect(await storedOf('without room')).toBe(0);
    await direct.query('drop trigger full_disk on step');
    await eventually(async () => (await storedOf('without room')) >= answered, 30_000);
    expect(await storedOf('without room')).toBe(answered);
    expect(await decide(1, 'after')).toEqual(['allow']);
    await eventually(async () => (await storedOf('after')) === 1);
  });
});
