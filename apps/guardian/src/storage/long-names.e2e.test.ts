import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-names-'));
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true });
  await database?.drop();
});

test.skipIf(database === undefined)(
  'names that no index takes keep no decision out of the database',
  async () => {
    const { url } = await startGuardian({
      INTERPOSE_DATABASE_URL: database!.url,
      INTERPOSE_FOLDER: folder,
    });
    const hooks = agentHooks(url);
    const long = randomBytes(6000).toString('hex');
    await askTool(hooks, {}, { session: long });
    await askTool(hooks, {}, { session: 'thread', name: long });
    await askTool(hooks, {}, { session: 'after' });
    const direct = new Client({ connectionString: database!.url });
    await direct.connect();
    const { rows } = await eventually(async () => {
      const text = 'select session_id, tool from step order by seq';
      const found = await direct.query<{ session_id: string; tool: string }>(text);
      return found.rows.length === 3 && found;
    });
    await direct.end();
    const [first, second, third] = rows;
    expect([first?.session_id.slice(0, 150), third?.session_id]).toEqual([
      long.slice(0, 150),
      'after',
    ]);
    expect(second?.tool).toBe(first?.session_id);
  },
);
