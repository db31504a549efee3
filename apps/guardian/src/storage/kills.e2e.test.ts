import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually, signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

/** The number of kills; `INTERPOSE_KILLS=100` makes a hundred. */
const KILLS = Number(process.env['INTERPOSE_KILLS'] ?? 3);
const AGENTS = 8;
const LONGEST_MS = 400;

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-kills-'));
const module = join(folder, 'shop.mjs');
writeFileSync(
  module,
  `export default { name: 'shop', hooks: { preToolCall: ({ call }) => (call.args.cents > 100 ? { decision: 'ask', reason: 'a big refund' } : undefined) } };`,
);
const acknowledged: string[] = [];
const approved: string[] = [];
let asked = 0;

function start(): Promise<StartedGuardian> {
  const settings = {
    INTERPOSE_DATABASE_URL: database!.url,
    INTERPOSE_FOLDER: join(folder, 'data'),
  };
  return startGuardian(settings, [module]);
}

/** Sends one step after the other until nobody answers; an answer of the policy is acknowledged. */
async function askUntilGone(url: string): Promise<void> {
  const hooks = agentHooks(url);
  for (;;) {
    const session = `s${++asked}`;
    const { decision } = await askTool(hooks, { cents: 1 }, { session });
    if (decision !== 'allow') return;
    acknowledged.push(session);
  }
}

/** Lets a person approve an ask; returns its id once the guardian confirms. */
async function approveOne(guardian: StartedGuardian): Promise<void> {
  const person = await signIn(guardian);
  void askTool(agentHooks(guardian.url), { cents: 1000 }, { session: `asks${++asked}` });
  const { id, digest } = await eventually(async () => {
    const { rows } = await person.get<{ rows: { id: string; digest: string }[] }>(
      '/api/approvals?state=waiting',
    );
    return rows[0];
  });
  const body = { digest, decision: 'approve' };
  const { status } = await person.send('POST', `/api/approvals/${id}/answer`, body);
  if (status === 200) approved.push(id);
}

describe.skipIf(database === undefined)('a guardian that is killed under load', () => {
  beforeAll(async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const guardian = await start();
      await approveOne(guardian);
      const asking = Array.from({ length: AGENTS }, () => askUntilGone(guardian.url));
      // The time itself is what varies here, and there is no event to wait for.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * LONGEST_MS);
      });
      await guardian.kill();
      await Promise.all(asking);
    }
  }, KILLS * 60_000);
  afterAll(async () => {
    await killGuardians();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  test('loses no decision and no approval that it acknowledged, and stores each once', async () => {
    const guardian = await start();
    const direct = new Client({ connectionString: database!.url });
    await direct.connect();
    onTestFinished(() => direct.end());
    const missing = async (): Promise<readonly string[]> => {
      const { rows } = await direct.query<{ id: string }>(
        `select one || ': ' || (select count(*) from step where session_id = one) as id from unnest($1::text[]) one
          where (select count(*) from step where session_id = one) <> 1`,
        [acknowledged],
      );
      return rows.map(({ id }) => id);
    };
    await eventually(async () => (await missing()).length === 0, 30_000).catch(() => undefined);
    expect(await missing()).toEqual([]);
    const { rows } = await direct.query<{ id: string }>(
      `select id from approval where state = 'approved'`,
    );
    const known = new Set(rows.map(({ id }) => id));
    expect(approved.filter((id) => !known.has(id))).toEqual([]);
    expect([acknowledged.length > KILLS, approved.length]).toEqual([true, KILLS]);
    const person = await signIn(guardian);
    const { body } = await person.send('POST', '/api/audit/verify');
    expect(body).toMatchObject({ ok: true });
    console.info(`${KILLS} kills, ${acknowledged.length} decisions, ${approved.length} approvals`);
  });
});
