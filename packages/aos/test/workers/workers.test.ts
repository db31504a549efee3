import { join } from 'node:path';

import { createHooks, type Dict } from '@interpose/core';
import { afterEach, expect, test, vi } from 'vitest';

import { guardian } from '../../src/index.ts';
import {
  serveInWorkers,
  type WorkerNote,
  type WorkerPool,
  type WorkersOptions,
} from '../../src/workers/index.ts';
import { listen } from '../listen.ts';
import { CONTEXT, toolCall } from '../post-step.ts';

vi.setConfig({ testTimeout: 60_000 });

const MODULE = join(import.meta.dirname, 'policies.ts');
const pools: WorkerPool[] = [];
const notes: WorkerNote[] = [];

afterEach(async () => {
  notes.length = 0;
  for (const pool of pools.splice(0)) await pool.close();
});

async function open(options: Partial<WorkersOptions> = {}): Promise<WorkerPool> {
  const report = (note: WorkerNote): void => void notes.push(note);
  // A worker that a busy machine starves for less is left alone.
  const pool = await serveInWorkers(MODULE, { workers: 2, budgetMs: 1500, report, ...options });
  pools.push(pool);
  return pool;
}

async function ask(pool: WorkerPool, cents: number, session: string): Promise<Dict> {
  const inputs = [{ name: 'cents', value: cents }];
  const params = {
    toolCallRequest: { executionId: `exec-${cents}`, toolId: 'refund', inputs },
    context: { ...CONTEXT, session: { id: session } },
  };
  const response = await pool.answer(requestOf(toolCall(params, `${session}-${cents}`)));
  return (await response.json()) as Dict;
}

function requestOf(body: unknown): Request {
  const headers = { 'content-type': 'application/json' };
  return new Request('http://guardian/', { method: 'POST', headers, body: JSON.stringify(body) });
}

const decided = (decision: string): object => ({ result: { decision } });
const UNDECIDED = { error: { code: -32603 } };

/** Two sessions that different workers decide about. */
const [ONE, OTHER] = ['session-a', 'session-b'];

test('a policy that spins stops nobody else, and its worker is replaced', async () => {
  const pool = await open();
  const spinning = ask(pool, 13, ONE);
  let isOver = false;
  void spinning.then(() => (isOver = true));
  for (let call = 0; call < 3; call += 1)
    expect(await ask(pool, 5, OTHER)).toMatchObject(decided('allow'));
  expect(isOver).toBe(false);
  expect(await spinning).toMatchObject({ id: `${ONE}-13`, ...UNDECIDED });
  expect(notes).toMatchObject([{ kind: 'worker-stopped', undecided: 1 }]);
  expect(await ask(pool, 5, ONE)).toMatchObject(decided('allow'));
});

test('what a session has counted outlives the worker that counted it', async () => {
  const pool = await open({ workers: 1 });
  await ask(pool, 5, ONE);
  await ask(pool, 5, ONE);
  expect(await ask(pool, 13, ONE)).toMatchObject(UNDECIDED);
  expect(await ask(pool, 5, ONE)).toMatchObject({ result: { reasonCode: ['too_many'] } });
  expect(await ask(pool, 5, OTHER)).toMatchObject(decided('allow'));
});

test('counts exactly where many ask at once', async () => {
  const pool = await open();
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(pool, 5, ONE)));
  const let3 = answers.filter(
    ({ result }) => (result as Dict | undefined)?.['decision'] === 'allow',
  );
  expect(let3).toHaveLength(3);
});

test('a memory that a policy made as it was loaded is one for all workers, and outlives them', async () => {
  const pool = await open();
  const sessions = ['a', 'b', 'c', 'd'].map((letter) => `session-${letter}`);
  await Promise.all(sessions.map((session) => ask(pool, 12, session)));
  for (const session of [ONE, OTHER]) expect(await ask(pool, 13, session)).toMatchObject(UNDECIDED);
  expect(await ask(pool, 12, OTHER)).toMatchObject(decided('allow'));
});

test('a policy that waits for longer than the budget is left alone', async () => {
  const pool = await open();
  expect(await ask(pool, 14, ONE)).toMatchObject(decided('allow'));
  expect(notes).toEqual([]);
});

test('a policy that ends its thread is replaced too', async () => {
  const pool = await open();
  expect(await ask(pool, 15, ONE)).toMatchObject(UNDECIDED);
  expect(notes).toMatchObject([{ kind: 'worker-stopped' }]);
  expect(await ask(pool, 500, ONE)).toMatchObject({
    result: { decision: 'deny', reasonCode: ['limit'] },
  });
});

test('the posture of the caller decides what a stopped worker does not', async () => {
  const pool = await open();
  const server = await listen((request) => pool.answer(request));
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  const call = { id: 'c', name: 'refund', args: { cents: 13 } };
  const kinds: string[] = [];
  for (const onFailure of ['deny', 'allow'] as const) {
    const hooks = createHooks({ policies: [guardian({ url: server.url, onFailure })] });
    const done = await hooks.step('preToolCall', { call, tool }, () => 'paid');
    kinds.push(done.kind);
    await hooks.close();
  }
  await server.close();
  expect(kinds).toEqual(['denied', 'output']);
});

test('tells every decision, and refuses what serve refuses', async () => {
  const records: string[] = [];
  const pool = await open({
    token: 'secret',
    onDecision: ({ event, decision }) => void records.push(`${event} ${decision}`),
  });
  expect(pool.names).toEqual(['counted']);
  expect((await pool.answer(requestOf(toolCall()))).status).toBe(401);
  const request = requestOf(toolCall());
  request.headers.set('authorization', 'Bearer secret');
  expect(await (await pool.answer(request)).json()).toMatchObject(decided('allow'));
  await vi.waitFor(() => expect(records).toEqual(['preToolCall allow']));
  const text = new Request('http://guardian/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
    body: '['.repeat(100_000),
  });
  expect((await pool.answer(text)).status).toBe(413);
});

test.each([0, 1.5, -1, Infinity])('%s workers are refused', async (workers) => {
  await expect(serveInWorkers(MODULE, { workers })).rejects.toMatchObject({
    code: 'invalid_option',
  });
});

test.each([
  { token: null },
  { maxRequestBytes: NaN },
  { unknownPending: 'jugde' },
  { onDecision: 'log' },
  { budgetMs: 1e12 },
])('%o is refused, since it would not do what was meant', async (options) => {
  const given = { workers: 1, ...options } as never;
  await expect(serveInWorkers(MODULE, given)).rejects.toMatchObject({ code: 'invalid_option' });
});

test('nothing is left when the workers are closed', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate').length;
  const pool = await open();
  await ask(pool, 5, ONE);
  const spinning = ask(pool, 13, ONE);
  await pool.close();
  expect(await spinning).toMatchObject(UNDECIDED);
  await vi.waitFor(() =>
    expect(
      process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate').length,
    ).toBeLessThanOrEqual(before),
  );
});
