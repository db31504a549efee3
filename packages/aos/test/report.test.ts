import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHooks, deny, type Hooks, type Policy } from '@interpose/core';
import { afterAll, afterEach, expect, test } from 'vitest';

import { report, type ReportNote, type ReportOptions } from '../src/report/index.ts';
import { listen } from './listen.ts';

interface Body {
  readonly decisions: readonly { readonly id: string; readonly record: { readonly seq: number } }[];
  readonly lost?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'interpose-report-'));
const closing: (() => Promise<void> | void)[] = [];
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that takes reports, as long as it is up; a status of its own for single bodies. */
async function takesReports(statusOf: (body: Body) => number = () => 200) {
  const bodies: Body[] = [];
  const state = { isUp: true };
  let heard = Promise.withResolvers<void>();
  const server = await listen(async (request) => {
    const body = (await request.json()) as Body;
    const status = state.isUp ? statusOf(body) : 503;
    if (status === 200) bodies.push(body);
    heard.resolve();
    heard = Promise.withResolvers();
    const taken = { taken: body.decisions.length, refused: [] };
    return Response.json(status === 200 ? taken : {}, { status });
  });
  closing.push(() => server.close());
  return {
    url: server.url,
    bodies,
    state,
    ids: () => bodies.flatMap(({ decisions }) => decisions.map(({ id }) => id)),
    /** Waits for requests until this holds. */
    until: async (isThere: () => boolean) => {
      while (!isThere()) await heard.promise;
    },
  };
}

const small: Policy = {
  name: 'small',
  hooks: { preMemoryStore: ({ memory }) => (memory.length > 1 ? deny('one') : undefined) },
};

function reporting(options: ReportOptions): { hooks: Hooks; notes: ReportNote[]; end: () => void } {
  const notes: ReportNote[] = [];
  const hooks = createHooks({ policies: [small] });
  const onNote = (note: ReportNote): void => void notes.push(note);
  const end = hooks.use(report({ flushMs: 5, onNote, ...options }));
  closing.push(end);
  return { hooks, notes, end };
}

async function decide(hooks: Hooks, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await hooks.dispatch('preMemoryStore', { memory: [] }, { session: { id: 's' } });
}

test('decisions travel in batches, in their order, each with an id of its own', async () => {
  const { url, bodies, ids } = await takesReports();
  const { hooks, notes } = reporting({ url: `${url}guardian`, token: 'secret', flushMs: 200 });
  await decide(hooks, 1200);
  await hooks.close();
  expect(bodies.map(({ decisions }) => decisions.length)).toEqual([500, 500, 200]);
  expect(new Set(ids()).size).toBe(1200);
  const numbers = bodies.flatMap(({ decisions }) => decisions.map(({ record }) => record.seq));
  expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
  expect(notes).toEqual([]);
});

test('no step waits for a guardian that does not answer', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await listen(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  closing.push(() => server.close());
  const { hooks, notes } = reporting({ url: server.url, timeoutMs: 30, flushMs: 1 });
  await decide(hooks, 1);
  await asked.promise;
  await decide(hooks, 50);
  expect(notes).toEqual([]);
  await hooks.flush();
  expect(notes).toMatchObject([{ kind: 'failure', code: 'guardian_timeout' }]);
});

test('a guardian that takes nothing is told once also where nobody listens to notes', async () => {
  const guardian = await takesReports(() => 401);
  const hooks = createHooks({ policies: [small, report({ url: guardian.url, flushMs: 1 })] });
  const told: string[] = [];
  hooks.observe('onHookError', ({ hook, error }) => void told.push(`${hook} ${String(error)}`));
  for (let count = 0; count < 3; count++) await decide(hooks, 2).then(() => hooks.flush());
  await hooks.close();
  expect(told).toEqual([
    expect.stringMatching(/\[guardian_status\] decisions are not reported .*401.*; check url and/),
  ]);
});

test('without room the newest are lost, counted, and told to the guardian when it is back', async () => {
  const guardian = await takesReports();
  guardian.state.isUp = false;
  const { hooks, notes } = reporting({ url: guardian.url, maxQueued: 10 });
  await decide(hooks, 25);
  await hooks.flush();
  expect(notes).toMatchObject([
    { kind: 'lost', count: 15 },
    { kind: 'failure', code: 'guardian_status', cause: 503 },
  ]);
  guardian.state.isUp = true;
  await guardian.until(() => guardian.bodies.length > 0);
  expect(guardian.bodies).toMatchObject([{ lost: 15, decisions: { length: 10 } }]);
});

test('what waits in a spool outlives the process, and half a line harms no other', async () => {
  const guardian = await takesReports();
  guardian.state.isUp = false;
  const spool = { path: join(folder, 'outlives.jsonl') };
  const first = reporting({ url: guardian.url, spool });
  await decide(first.hooks, 700);
  await first.hooks.close();
  expect(readFileSync(spool.path, 'utf8').trim().split('\n')).toHaveLength(700);
  first.end();
  while (existsSync(`${spool.path}.lock`)) await new Promise(setImmediate);
  appendFileSync(spool.path, '{"id":"half');
  guardian.state.isUp = true;
  const second = reporting({ url: guardian.url, spool });
  await decide(second.hooks, 1);
  await second.hooks.close();
  expect(guardian.ids()).toHaveLength(701);
  expect(new Set(guardian.ids()).size).toBe(701);
  expect(readFileSync(spool.path, 'utf8')).toBe('');
  expect(second.notes).toEqual([]);
});

test('a spool is bounded, and what does not fit waits in memory', async () => {
  const guardian = await takesReports();
  guardian.state.isUp = false;
  const spool = { path: join(folder, 'bounded.jsonl'), maxBytes: 2000 };
  const { hooks, notes } = reporting({ url: guardian.url, spool, maxQueued: 20 });
  for (let times = 0; times < 40; times++) {
    await decide(hooks, 1);
    await hooks.flush();
  }
  expect(readFileSync(spool.path, 'utf8').length).toBeLessThanOrEqual(2000);
  guardian.state.isUp = true;
  const lostIn = (): number => guardian.bodies.reduce((sum, body) => sum + (body.lost ?? 0), 0);
  await guardian.until(() => guardian.ids().length + lostIn() >= 40);
  expect(lostIn()).toBeGreaterThan(0);
  const told = notes.flatMap((note) => (note.kind === 'lost' ? [note.count] : []));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(lostIn());
});

test('two never share a spool', async () => {
  const { url } = await takesReports();
  const spool = { path: join(folder, 'shared.jsonl') };
  const first = reporting({ url, spool });
  await decide(first.hooks, 1);
  await first.hooks.flush();
  const { hooks, notes } = reporting({ url, spool });
  await decide(hooks, 3);
  await hooks.flush();
  expect(notes).toMatchObject([
    { kind: 'spool', problem: expect.stringMatching(/^\[spool_in_use\]/) },
  ]);
});

test('a batch that is too large is sent in halves, and one that is refused is told and not sent again', async () => {
  const large = await takesReports(({ decisions }) => (decisions.length > 100 ? 413 : 200));
  const halved = reporting({ url: large.url, flushMs: 100 });
  await decide(halved.hooks, 300);
  await halved.hooks.close();
  expect(large.bodies.map(({ decisions }) => decisions.length)).toEqual([75, 75, 75, 75]);
  const strict = await takesReports(() => 422);
  const refused = reporting({ url: strict.url });
  await decide(refused.hooks, 3);
  await refused.hooks.close();
  expect(refused.notes).toEqual([{ kind: 'refused', count: 3, reason: 'status 422' }]);
});

test.each([
  [{ url: 'ftp://x' }, 'url'],
  [{ url: 'http://x', flushMs: 0 }, 'flushMs'],
  [{ url: 'http://x', maxQueued: 1.5 }, 'maxQueued'],
  [{ url: 'http://x', spool: { path: '' } }, 'spool.path'],
  [{ url: 'http://x', queue: 1 } as ReportOptions, 'queue'],
  [{ url: 'http://x', onNote: 'log' } as never, 'onNote is "log" in report'],
])('%j is refused', (options: ReportOptions, named) => {
  expect(() => report(options)).toThrow(named);
});
