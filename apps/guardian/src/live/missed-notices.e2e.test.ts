import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventsOf } from '../../test/events-of.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-missed-'));

afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

describe.skipIf(database === undefined)('a page that watches', () => {
  test('is cut off where notices of other guardians may have been missed, and is told them as it comes back', async () => {
    const start = (name: string): ReturnType<typeof startGuardian> =>
      startGuardian({
        INTERPOSE_DATABASE_URL: database!.url,
        INTERPOSE_FOLDER: join(folder, name),
      });
    const [watched, other] = await Promise.all([start('watched'), start('other')]);
    const { cookie } = await signIn(watched);
    const open = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(new URL('/api/live', watched.url), { headers: { cookie, ...headers } });
    const first = await open();
    await askTool(agentHooks(other.url), {}, { session: 'seen' });
    const text = first.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('"seen"')) told += (await text.read()).value ?? '';
    const direct = new Client({ connectionString: database!.url });
    await direct.connect();
    const broken = await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() 
        and (query like 'listen %' or query = 'select 1') and pid <> pg_backend_pid()`,
    );
    expect(broken.rowCount).toBe(2);
    await askTool(agentHooks(other.url), {}, { session: 'missed' });
    // The stream must end, or the page would wait for ever.
    for (let read = await text.read(); !read.done; read = await text.read()) told += read.value;
    const [place = ''] = told.match(/(?<=id: )\d+/g) ?? [];
    await eventually(async () => {
      const { rowCount } = await direct.query(`select 1 from step where session_id = 'missed'`);
      return rowCount === 1;
    });
    await direct.end();
    const again = await open({ 'last-event-id': place });
    const { value } = await eventsOf(again).next();
    expect(value).toMatchObject({ type: 'decision', data: { sessionId: 'missed' } });
  });
});
