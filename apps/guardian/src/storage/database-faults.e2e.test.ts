import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingServer, openProxy, startPostgres } from '@interpose/faulty-servers';
import type { Approval } from '@interpose/guardian-api';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually, signIn } from '../../test/sign-in.ts';
import { startGuardian } from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-database-faults-'));
const module = join(folder, 'shop.mjs');
writeFileSync(
  module,
  `export default { name: 'shop', hooks: { preToolCall: ({ call }) => {
  if (call.args.cents > 100) return { decision: 'ask', reason: 'a big refund' };
  if (call.args.cents > 50) return { decision: 'deny', reason: 'no' };
} } };`,
);
const missing = await missingServer('postgres');
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing);

/** A guardian, a PostgreSQL that this test started for itself, and what stands between them. */
async function openStage() {
  const server = await startPostgres();
  const proxy = await openProxy(server.port);
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const guardian = await startGuardian(
    {
      INTERPOSE_DATABASE_URL: url.href,
      INTERPOSE_FOLDER: join(folder, 'data'),
      INTERPOSE_DATABASE_MS: '2000',
    },
    [module],
  );
  const direct = new Client({ connectionString: server.url });
  direct.on('error', () => undefined);
  await direct.connect();
  const stored = async (): Promise<readonly string[]> => {
    const { rows } = await direct.query<{ id: string }>(
      `select session_id as id from step where source = 'asked'`,
    );
    return rows.map(({ id }) => id);
  };
  return { server, proxy, guardian, person: await signIn(guardian), direct, stored };
}

const stage = missing === undefined ? await openStage() : undefined;

describe.skipIf(stage === undefined)('a guardian whose database', () => {
  // Without a server nothing of this runs.
  const { server, proxy, guardian, person, direct, stored } =
    stage ?? ({} as NonNullable<typeof stage>);
  const hooks = agentHooks(guardian.url);
  const acknowledged: string[] = [];
  afterAll(async () => {
    await guardian.kill();
    await direct.end();
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asks about this many steps, half of them denied by the policy; each has to be answered. */
  async function decide(word: string, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const session = `${word}-${at}`;
      const { decision } = await askTool(hooks, { cents: at % 2 === 0 ? 1 : 60 }, { session });
      expect(decision).toBe(at % 2 === 0 ? 'allow' : 'deny');
      acknowledged.push(session);
    }
  }

  async function waiting(session: string): Promise<Approval> {
    return eventually(async () => {
      const { rows } = await person.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
      return rows.find((row) => row.sessionId === session);
    });
  }

  test.each(['refuse', 'hang'] as const)(
    'is away (%s): what policies decide is answered and stored once it is back, an ask is denied',
    async (mode) => {
      const name = `before ${mode}`;
      const asked = askTool(hooks, { cents: 500 }, { session: name });
      const { id, digest } = await waiting(name);
      proxy.mode = mode;
      await decide(mode, 20);
      const during = await askTool(hooks, { cents: 500 }, { session: `during ${mode}` });
      expect(during).toMatchObject({ decision: 'deny' });
      proxy.mode = 'pass';
      await decide(`after ${mode}`, 2);
      await eventually(async () => {
        const known = await stored();
        return acknowledged.every((session) => known.includes(session));
      }, 60_000);
      const known = await stored();
      expect(known.toSorted()).toEqual([...new Set(known)].toSorted());
      const answer = { digest, decision: 'approve' };
      const { status } = await person.send('POST', `/api/approvals/${id}/answer`, answer);
      expect(status).toBe(200);
      expect(await asked).toMatchObject({ decision: 'allow' });
      await eventually(async () => {
        const { body } = await person.send<{ ok: boolean }>('POST', '/api/audit/verify');
        return body.ok;
      });
    },
  );
});
