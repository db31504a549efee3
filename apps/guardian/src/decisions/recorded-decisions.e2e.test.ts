import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decision, Page } from '@interpose/guardian-api';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventsOf } from '../../test/events-of.ts';
import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import {
  killGuardians,
  startGuardian,
  TOKEN,
  type StartedGuardian,
} from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-recorded-'));
const module = join(folder, 'shop.mjs');
const SOURCE = `export default { name: 'shop', hooks: { preToolCall: [
  { name: 'cap', run: ({ call }) => (call.args.cents > 100 ? { decision: 'deny', reason: 'too much', code: 'cap' } : undefined) },
  { name: 'round', run: ({ call }) => (call.args.cents === 7 ? { call: { ...call, args: { ...call.args, cents: 10 } } } : undefined) },
] } };`;
writeFileSync(module, SOURCE);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

async function decisionsOf(person: SignedIn, query = ''): Promise<Page<Decision>> {
  return person.get<Page<Decision>>(`/api/decisions${query}`);
}

async function until(person: SignedIn, count: number): Promise<readonly Decision[]> {
  return eventually(async () => {
    const { rows } = await decisionsOf(person, '?limit=1000');
    return rows.length >= count && rows;
  });
}

describe.skipIf(database === undefined)('with PostgreSQL', () => {
  let guardian: StartedGuardian;
  let person: SignedIn;
  beforeAll(async () => {
    guardian = await startGuardian(
      { INTERPOSE_DATABASE_URL: database!.url, INTERPOSE_FOLDER: join(folder, 'data') },
      [module],
    );
    person = await signIn(guardian);
    const hooks = agentHooks(guardian.url);
    for (const cents of [5, 500, 7])
      await askTool(
        hooks,
        { cents, password: 'hunter2hunter2', to: 'A-7' },
        { session: `s${cents}` },
      );
    for (let index = 0; index < 20; index++)
      await askTool(hooks, { cents: 1 }, { session: 'long', name: `tool_${index % 2}` });
    await until(person, 23);
  });
  afterAll(killGuardians);

  test('every decision is recorded with what decided, and its payload redacted', async () => {
    const [row] = (await decisionsOf(person, '?session=s500')).rows;
    const digest = createHash('sha256').update(SOURCE).digest('hex');
    expect(row).toMatchObject({
      decision: 'deny',
      by: ['shop/cap'],
      codes: ['cap'],
      reason: 'too much',
      tool: 'refund',
      policies: digest,
      source: 'asked',
      chatId: 'chat of s500',
    });
    const whole = await person.get(`/api/decisions/${row?.id}`);
    expect(whole).toMatchObject({
      payload: {
        call: { name: 'refund', args: { cents: 500, password: '<PASSWORD>', to: 'A-7' } },
      },
      steps: [{ hook: 'shop/cap', decision: 'deny', code: 'cap', ms: expect.any(Number) }],
    });
    const changed = (await decisionsOf(person, '?session=s7')).rows[0];
    expect(await person.get(`/api/decisions/${changed?.id}`)).toMatchObject({
      before: { call: { args: { cents: 7 } } },
      after: { call: { args: { cents: 10 } } },
    });
  });

  test('pages of decisions follow each other without a gap, newest first', async () => {
    const seen: Decision[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: Page<Decision> = await decisionsOf(
        person,
        `?limit=7${next === '' ? '' : `&cursor=${next}`}`,
      );
      seen.push(...page.rows);
      ({ next } = page);
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(23);
    const times = seen.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  test.each([
    ['verb=deny&verb=modify', 2],
    ['code=cap', 1],
    ['policy=shop', 2],
    ['policy=shop/round&policy=shop/cap', 2],
    ['tool=tool_1', 10],
    ['agent=nobody', 0],
    ['session=long', 20],
    ['q=too%20much', 1],
    ['q=%25', 0],
    ['to=1', 0],
  ])('%s finds %i', async (query, count) => {
    expect((await decisionsOf(person, `?${query}`)).rows).toHaveLength(count);
  });

  test('sessions are found with counts of what they hold, and one is read whole', async () => {
    const found = await person.get<{ rows: object[]; facets: object }>('/api/sessions?verb=deny');
    expect(found.rows).toMatchObject([{ id: 's500', denied: 1, steps: 1, chats: 1 }]);
    const { facets } = await person.get<{ facets: object }>('/api/sessions');
    expect(facets).toMatchObject({
      verb: { allow: 2, deny: 1, modify: 1 },
      tool: { refund: 3, tool_0: 1 },
      code: { cap: 1 },
    });
    const whole = await person.get<{ steps: Decision[] }>('/api/sessions/long');
    expect(whole).toMatchObject({
      session: { id: 'long', steps: 20 },
      chats: [{ id: 'chat of long' }],
    });
    const times = whole.steps.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    const absent = await person.get('/api/sessions/absent');
    expect(absent).toMatchObject({ error: { code: 'not_found' } });
  });

  test.each([
    ['verb=deny&verb=modify&policy=shop', ['s500', 's7'], { verb: { deny: 1, modify: 1 } }],
    ['verb=modify&code=cap', [], { verb: { deny: 1 }, code: {} }],
  ])('%s finds sessions %j, with counts beside each filter', async (query, ids, facets) => {
    const found = await person.get<{ rows: { id: string }[] }>(`/api/sessions?${query}`);
    expect(found.rows.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(found).toMatchObject({ facets });
  });

  test('counts add up to what was decided', async () => {
    const { buckets, sessions, agents } = await person.get<{
      buckets: Record<string, number>[];
      sessions: number;
      agents: number;
    }>('/api/stats?buckets=6');
    const sum = (key: string): number => buckets.reduce((all, of) => all + (of[key] ?? 0), 0);
    expect([sum('allow'), sum('deny'), sum('modify')]).toEqual([21, 1, 1]);
    expect([buckets.length, sessions, agents]).toEqual([6, 4, 1]);
  });

  test('a watcher hears decisions as they come, and goes on where it was', async () => {
    const ending = new AbortController();
    const { rows } = await decisionsOf(person, '?limit=3');
    const headers = { cookie: person.cookie, 'last-event-id': String(rows[2]?.seq) };
    const response = await fetch(new URL('/api/live', guardian.url), {
      headers,
      signal: ending.signal,
    });
    const heard = eventsOf(response);
    const resumed = [(await heard.next()).value, (await heard.next()).value];
    expect(resumed.map((each) => each?.data.id)).toEqual([rows[1]?.id, rows[0]?.id]);
    await askTool(agentHooks(guardian.url), { cents: 900 }, { session: 'watched' });
    expect((await heard.next()).value).toMatchObject({
      type: 'decision',
      data: { sessionId: 'watched', decision: 'deny' },
    });
    ending.abort();
  });

  test('nobody reads without a login, and nothing is written without its token', async () => {
    for (const path of ['decisions', 'sessions', 'stats', 'live', 'decisions/x', 'anything'])
      expect((await fetch(new URL(`/api/${path}`, guardian.url))).status).toBe(401);
    const headers = { cookie: person.cookie };
    const forged = await fetch(new URL('/api/logout', guardian.url), { method: 'POST', headers });
    expect(forged.status).toBe(403);
    const guessed = await fetch(new URL('/api/login', guardian.url), {
      method: 'POST',
      body: JSON.stringify({ token: TOKEN }),
    });
    expect(guessed.status).toBe(401);
    const policy = forged.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });
});
