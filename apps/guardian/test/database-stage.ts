import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingServer, openProxy, startPostgres } from '@interpose/faulty-servers';
import type { FaultyProxy, OwnPostgres } from '@interpose/faulty-servers';
import type { Approval } from '@interpose/guardian-api';
import { Client } from 'pg';
import { expect } from 'vitest';

import { agentHooks, askTool } from './ask-tool.ts';
import { eventually, signIn, type SignedIn } from './sign-in.ts';
import { startGuardian, type StartedGuardian } from './start-guardian.ts';

/** A guardian, a PostgreSQL that this test started for itself, and what stands between them. */
export interface DatabaseStage {
  readonly server: OwnPostgres;
  readonly proxy: FaultyProxy;
  readonly guardian: StartedGuardian;
  readonly person: SignedIn;
  /** Asks about this many steps, half of them denied by the policy; each has to be answered as it says. */
  readonly decide: (word: string, count: number) => Promise<void>;
  /** Asks until a step is not decided, which its agent denies; how many were. */
  readonly decideUntilRefused: (word: string, most: number) => Promise<number>;
  /** The ask of this session that waits. */
  readonly waiting: (session: string) => Promise<Approval>;
  /** Waits until the database has everything that was acknowledged, once, and the chain holds. */
  readonly allStored: () => Promise<void>;
  /** Asks the database past the proxy. */
  readonly query: (text: string) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

const POLICY = `export default { name: 'shop', hooks: { preToolCall: ({ call }) => {
  if (call.args.cents > 100) return { decision: 'ask', reason: 'a big refund' };
  if (call.args.cents > 50) return { decision: 'deny', reason: 'no', code: 'over' };
} } };`;

/** Undefined where no PostgreSQL can be started, which CI never accepts. */
export async function openDatabaseStage(
  settings: Readonly<Record<string, string>> = {},
): Promise<DatabaseStage | undefined> {
  const missing = await missingServer('postgres');
  if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing);
  if (missing !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'interpose-database-'));
  const module = join(folder, 'shop.mjs');
  writeFileSync(module, POLICY);
  const server = await startPostgres();
  const proxy = await openProxy(server.port);
  const url = new URL(server.url);
  url.port = String(proxy.port);
  const guardian = await startGuardian(
    {
      INTERPOSE_DATABASE_URL: url.href,
      INTERPOSE_FOLDER: join(folder, 'data'),
      INTERPOSE_DATABASE_MS: '2000',
      ...settings,
    },
    [module],
  );
  const person = await signIn(guardian);
  return {
    server,
    proxy,
    guardian,
    person,
    ...asking(guardian.url, person, server),
    close: async () => {
      await guardian.kill();
      await proxy.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Asking = Pick<
  DatabaseStage,
  'decide' | 'decideUntilRefused' | 'waiting' | 'allStored' | 'query'
>;

function asking(url: string, person: SignedIn, server: OwnPostgres): Asking {
  const hooks = agentHooks(url);
  const acknowledged: string[] = [];
  const ask = async (session: string, at: number): Promise<boolean> => {
    const verdict = await askTool(hooks, { cents: at % 2 === 0 ? 1 : 60 }, { session });
    const { decision, code } = verdict;
    const isDecided = at % 2 === 0 ? decision === 'allow' : code === 'over';
    if (isDecided) acknowledged.push(session);
    else expect(verdict).toMatchObject({ decision: 'deny' });
    return isDecided;
  };
  const query = (text: string): Promise<readonly unknown[]> => inDatabase(server.url, text);
  const stored = async (): Promise<readonly string[]> =>
    (
      (await query(`select session_id as id from step where source = 'asked'`)) as { id: string }[]
    ).map(({ id }) => id);
  return {
    query,
    decide: async (word, count) => {
      for (let at = 0; at < count; at += 1)
        expect([word, at, await ask(`${word}-${at}`, at)]).toEqual([word, at, true]);
    },
    decideUntilRefused: async (word, most) => {
      for (let at = 0; at < most; at += 1) if (!(await ask(`${word}-${at}`, at))) return at;
      return most;
    },
    waiting: (session) =>
      eventually(async () => {
        const { rows } = await person.get<{ rows?: Approval[] }>('/api/approvals?state=waiting');
        return rows?.find((row) => row.sessionId === session);
      }, 60_000),
    allStored: () => allStored(acknowledged, stored, person),
  };
}

async function allStored(
  acknowledged: readonly string[],
  stored: () => Promise<readonly string[]>,
  person: SignedIn,
): Promise<void> {
  await eventually(async () => {
    const known = new Set(await stored());
    return acknowledged.every((session) => known.has(session));
  }, 60_000);
  const known = await stored();
  expect([...new Set(known)]).toEqual(known);
  await eventually(async () => {
    const { body } = await person.send<{ ok: boolean }>('POST', '/api/audit/verify');
    return body.ok;
  });
}

async function inDatabase(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
