import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Approval, Decision, GivenToken } from '@interpose/guardian-api';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually, session, signIn, type SignedIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';
import { guardianApp } from './guardian-app.ts';
import type { GuardianParts } from './guardian-parts.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-other-tenants-'));
const module = join(folder, 'shop.mjs');
writeFileSync(
  module,
  `export default { name: 'shop', hooks: { preToolCall: ({ call }) => (call.args.cents > 100 ? { decision: 'ask', reason: 'a big refund' } : undefined) } };`,
);
/** A text in all data of the first tenant. */
const OURS = 'only-ours';

/** Returns all routes of the API. */
function routesOfInterface(): readonly string[] {
  // No route is called, so the guardian's parts are missing.
  const parts = { config: {} } as GuardianParts;
  const routes = guardianApp(parts, folder).routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].filter((route) =>
    route.includes(' /api/'),
  );
}

describe.skipIf(database === undefined)('an admin of another tenant', () => {
  let ours: SignedIn;
  let theirs: SignedIn;
  /** The input for each route that names an object of ours. */
  let aimed: Readonly<Record<string, readonly [path: string, body?: unknown]>>;
  const asked: Promise<unknown>[] = [];

  beforeAll(async () => {
    const settings = {
      INTERPOSE_DATABASE_URL: database!.url,
      INTERPOSE_FOLDER: join(folder, 'data'),
    };
    const guardian = await startGuardian(settings, [module]);
    ours = await signIn(guardian);
    const direct = new Client({ connectionString: database!.url });
    await direct.connect();
    await direct.query(`insert into tenant select 'other', 'other', 1, payload_key from tenant`);
    await direct.query(
      `insert into person (id, tenant, name, role, created_at) values ('olga', 'other', 'olga', 'admin', 1)`,
    );
    await direct.query(`insert into login values ($1, 'other', 'olga', 'csrf of olga', $2)`, [
      hash('sha256', 'cookie-of-olga'),
      Date.now() + 3_600_000,
    ]);
    await direct.end();
    theirs = session(guardian.url, 'interpose=cookie-of-olga', 'csrf of olga');
    const hooks = agentHooks(guardian.url, undefined, OURS);
    await askTool(hooks, { cents: 1 }, { name: OURS, session: OURS });
    asked.push(askTool(hooks, { cents: 500 }, { name: OURS, session: OURS }));
    aimed = await whatIsOurs(ours);
  });
  afterAll(async () => {
    await killGuardians();
    await Promise.all(asked);
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  test('reaches nothing of ours by any route that names it, and changes nothing', async () => {
    const naming = routesOfInterface().filter((route) => route.includes('/:'));
    expect(naming.filter((route) => !(route in aimed))).toEqual([]);
    for (const [route, [path, body]] of Object.entries(aimed)) {
      const [method = ''] = route.split(' ');
      const answer =
        method === 'GET' ? await theirs.get(path) : (await theirs.send(method, path, body)).body;
      expect([route, answer]).toMatchObject([route, { error: { code: 'not_found' } }]);
    }
    expect(await whatIsOurs(ours, false)).toEqual(aimed);
  });

  test('finds nothing of ours in any list, count or export', async () => {
    const lists = routesOfInterface().filter(
      (route) => route.startsWith('GET ') && !route.includes('/:') && !route.endsWith('/live'),
    );
    expect(lists.length).toBeGreaterThan(12);
    for (const route of lists) {
      const path = route.replace('GET ', '');
      const { body } = await theirs.send<unknown>('GET', path).catch(() => ({ body: '' }));
      expect([route, JSON.stringify(body)]).not.toMatchObject([
        route,
        expect.stringContaining(OURS),
      ]);
    }
    const { body } = await theirs.send('POST', '/api/audit/verify');
    expect(body).toMatchObject({ ok: true, checked: 0 });
  });
});

/** Creates an object of every kind, or finds it, and returns the input that names it for each route. */
async function whatIsOurs(
  ours: SignedIn,
  isNew = true,
): Promise<Record<string, [string, unknown?]>> {
  const make = async (path: string, body: unknown): Promise<unknown> =>
    isNew ? ours.send('POST', path, body) : undefined;
  await make('/api/switches', { kind: 'tool', value: OURS, why: OURS });
  await make('/api/settings/tokens', { name: OURS, agent: OURS } satisfies object);
  await make('/api/settings/people', { name: OURS, email: 'ours@example.com', role: 'viewer' });
  await make('/api/settings/webhooks', { url: `https://${OURS}.example/`, kinds: ['asked'] });
  const first = async <T>(path: string): Promise<T> =>
    eventually(async () => {
      const { rows } = await ours.get<{ rows: (T & object)[] }>(path);
      return rows.find((row) => JSON.stringify(row).includes(OURS));
    });
  const [decision, ask, thrown, token, person, webhook] = [
    await first<Decision>('/api/decisions'),
    await first<Approval>('/api/approvals'),
    await first<{ id: string }>('/api/switches'),
    await first<GivenToken['token']>('/api/settings/tokens'),
    await first<{ id: string; role: string }>('/api/settings/people'),
    await first<{ id: string }>('/api/settings/webhooks'),
  ];
  expect([ask.state, person.role, ask.answers]).toEqual(['waiting', 'viewer', []]);
  const { digest } = ask;
  return {
    'GET /api/decisions/:id': [`/api/decisions/${decision.id}`],
    'GET /api/sessions/:id': [`/api/sessions/${OURS}`],
    'GET /api/approvals/:id': [`/api/approvals/${ask.id}`],
    'POST /api/approvals/:id/answer': [
      `/api/approvals/${ask.id}/answer`,
      { decision: 'approve', digest },
    ],
    'POST /api/judge': ['/api/judge', { decision: decision.id }],
    'DELETE /api/switches/:id': [`/api/switches/${thrown.id}`],
    'POST /api/settings/tokens/:id/rotate': [`/api/settings/tokens/${token.id}/rotate`],
    'DELETE /api/settings/tokens/:id': [`/api/settings/tokens/${token.id}`],
    'PATCH /api/settings/people/:id': [`/api/settings/people/${person.id}`, { role: 'admin' }],
    'DELETE /api/settings/people/:id': [`/api/settings/people/${person.id}`],
    'POST /api/settings/webhooks/:id/test': [`/api/settings/webhooks/${webhook.id}/test`],
    'DELETE /api/settings/webhooks/:id': [`/api/settings/webhooks/${webhook.id}`],
  };
}
