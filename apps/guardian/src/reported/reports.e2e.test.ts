import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { report, type ReportNote } from '@interpose/aos/report';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { openProxy } from '@interpose/faulty-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decision, Page } from '@interpose/guardian-api';

import { askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import {
  killGuardians,
  startGuardian,
  TOKEN,
  type StartedGuardian,
} from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-reports-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

const notes: ReportNote[] = [];

/** Returns the hooks of an agent that decides by itself. */
function decidingAgent(url: string, spool?: string): Hooks {
  return createHooks({
    policies: [
      { name: 'cap', hooks: { preToolCall: ({ call }) => judged(Number(call.args['cents'])) } },
      report({
        url,
        token: TOKEN,
        flushMs: 20,
        onNote: (note) => void notes.push(note),
        ...(spool === undefined ? {} : { spool: { path: join(folder, spool) } }),
      }),
    ],
  });
}

function judged(cents: number): ReturnType<typeof deny> | undefined {
  return cents > 100 ? deny('too much', { code: 'cap', data: { limit: 100 } }) : undefined;
}

async function sessionOf(person: SignedIn, id: string): Promise<readonly Decision[]> {
  return (await person.get<Page<Decision>>(`/api/decisions?limit=1000&session=${id}`)).rows;
}

async function until(person: SignedIn, id: string, count: number): Promise<readonly Decision[]> {
  return eventually(async () => {
    const rows = await sessionOf(person, id);
    return rows.length >= count && rows;
  });
}

describe.skipIf(database === undefined)('decisions that an agent reports', () => {
  const open = async (port = '0'): Promise<StartedGuardian> =>
    startGuardian({
      INTERPOSE_DATABASE_URL: through,
      INTERPOSE_FOLDER: join(folder, 'data'),
      INTERPOSE_PORT: port,
    });
  let through = '';
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let guardian: StartedGuardian;
  let person: SignedIn;
  beforeAll(async () => {
    const url = new URL(database!.url);
    proxy = await openProxy(Number(url.port === '' ? 5432 : url.port));
    url.port = String(proxy.port);
    through = url.href;
    guardian = await open();
    person = await signIn(guardian);
  });
  afterAll(async () => {
    await killGuardians();
    await proxy.close();
  });

  test('are stored and chained like those of the guardian', async () => {
    const hooks = decidingAgent(guardian.url);
    for (const cents of [5, 500]) await askTool(hooks, { cents }, { session: 'told' });
    await hooks.close();
    const rows = await until(person, 'told', 2);
    expect(rows).toHaveLength(2);
    expect(rows.find(({ decision }) => decision === 'deny')).toMatchObject({
      source: 'reported',
      by: ['cap/preToolCall'],
      codes: ['cap'],
      reason: 'too much',
      data: { limit: 100 },
      tool: 'refund',
      chatId: 'chat of told',
    });
    expect(await person.get('/api/sessions/told')).toMatchObject({
      session: { id: 'told', steps: 2, denied: 1 },
    });
    expect((await person.send('POST', '/api/audit/verify')).body).toMatchObject({ ok: true });
  });

  test('are stored once, however often they come', async () => {
    const record = {
      event: 'preToolCall',
      id: 'step-1',
      seq: 1,
      at: Date.now(),
      sessionId: 'again',
      chatId: 'chat',
      agent: { id: 'agent' },
      decision: 'allow',
      by: [],
      codes: [],
      changed: false,
      hooks: 1,
      mode: 'enforce',
      ms: 0.1,
    };
    const decision = { id: 'run-of-a-test-1', record };
    const tomorrow = { id: 'run-of-a-test-2', record: { ...record, at: record.at + 1e9 } };
    const long = { id: 'run-of-a-test-3', record: { ...record, at: record.at - 1e11 } };
    const send = async (decisions: readonly unknown[], token = TOKEN) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ decisions, lost: 3 });
      return fetch(new URL('/report', guardian.url), { method: 'POST', headers, body });
    };
    for (let times = 0; times < 3; times++) {
      const answer = await send([decision, decision, tomorrow, long, { id: 'no' }]);
      expect(await answer.json()).toMatchObject({
        taken: 2,
        refused: [{ id: tomorrow.id }, { id: long.id }, { id: 'no' }],
      });
      await until(person, 'again', 1);
    }
    await send([{ id: 'run-of-a-test-9', record: { ...record, sessionId: 'after' } }]);
    await until(person, 'after', 1);
    expect(await sessionOf(person, 'again')).toHaveLength(1);
    expect((await send([decision], 'guessed')).status).toBe(401);
    expect((await guardian.next('problem'))['problem']).toContain('lost 3 decisions');
  });

  test('of an agent whose token names another are refused', async () => {
    const { body } = await person.send<{ secret: string }>('POST', '/api/settings/tokens', {
      name: 'of the shop',
      agent: 'shop',
    });
    const refused = Promise.withResolvers<ReportNote>();
    const hooks = createHooks({
      policies: [report({ url: guardian.url, token: body.secret, onNote: refused.resolve })],
    });
    hooks.addHook('preToolCall', () => undefined);
    await askTool(hooks, { cents: 1 }, { session: 'of another' });
    expect(await refused.promise).toMatchObject({
      kind: 'refused',
      reason: 'agent_mismatch: the token is that of shop',
    });
    await hooks.close();
  });

  test('outlive a database that is away', async () => {
    proxy.mode = 'refuse';
    const hooks = decidingAgent(guardian.url);
    for (let cents = 0; cents < 40; cents++) await askTool(hooks, { cents }, { session: 'dark' });
    await hooks.close();
    proxy.mode = 'pass';
    expect(await until(person, 'dark', 40)).toHaveLength(40);
  });

  test('outlive a guardian that is killed, and the agent itself: none is lost, and none is there twice', async () => {
    const { port } = new URL(guardian.url);
    const first = decidingAgent(guardian.url, 'spool.jsonl');
    const ask = (cents: number) => askTool(first, { cents }, { session: 'killed' });
    await Promise.all(Array.from({ length: 30 }, (_, cents) => ask(cents)));
    await guardian.kill();
    for (let cents = 30; cents < 60; cents++) await ask(cents);
    await first.close();
    expect(notes.at(-1)).toMatchObject({ kind: 'failure', code: 'guardian_unreachable' });
    guardian = await open(port);
    person = await signIn(guardian);
    expect(await until(person, 'killed', 60)).toHaveLength(60);
    expect((await person.send('POST', '/api/audit/verify')).body).toMatchObject({ ok: true });
  });
});
