import type { Approval } from '@interpose/guardian-api';
import { afterAll, describe, expect, test } from 'vitest';

import { eventually } from '../../test/sign-in.ts';
import { openWorkerStages, sessionsOf, type WorkerStage } from '../../test/worker-stage.ts';

const WORKERS = 4;
const EVERY = [0, 1, 2, 3];

/** Returns a session of each worker. */
function oneOfEach(stage: WorkerStage, word: string): string[] {
  return EVERY.map((worker) => sessionsOf(worker, stage, word)[0] ?? '');
}

async function ask(stage: WorkerStage, tool: string, sessions: string[]): Promise<unknown[]> {
  const verdicts = await Promise.all(sessions.map((session) => stage.ask(tool, session)));
  return verdicts.map(({ decision, code }) => code ?? decision);
}

async function answer({ person }: WorkerStage, { id, digest }: Approval): Promise<void> {
  const given = { digest, decision: 'approve' };
  const { status } = await person.send('POST', `/api/approvals/${id}/answer`, given);
  expect(status).toBe(200);
}

async function waiting({ person }: WorkerStage): Promise<Approval> {
  return eventually(async () => {
    const { rows } = await person.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
    return rows[0];
  });
}

describe.each(await openWorkerStages(WORKERS))('what workers share, over $database:', (stage) => {
  afterAll(() => stage.close());

  test('a limit over all sessions is exact, and outlives a worker that is stopped', async () => {
    const sessions = EVERY.flatMap((worker) => sessionsOf(worker, stage, 'many').slice(0, 15));
    const said = await ask(stage, 'limited', sessions);
    expect(said.filter((verdict) => verdict === 'allow')).toHaveLength(20);
    expect(said.filter((verdict) => verdict === 'rate_limited')).toHaveLength(40);
    await ask(stage, 'exit', oneOfEach(stage, 'ending'));
    expect(await ask(stage, 'limited', oneOfEach(stage, 'later'))).toEqual(
      EVERY.map(() => 'rate_limited'),
    );
  });

  test('the state of a session outlives a worker that is stopped', async () => {
    const [session = ''] = sessionsOf(2, stage, 'counted');
    expect(await ask(stage, 'count', [session])).toEqual(['allow']);
    expect(await ask(stage, 'exit', [session])).toEqual(['worker_stopped']);
    expect(await ask(stage, 'count', [session])).toEqual(['allow']);
    expect(await ask(stage, 'count', [session])).toEqual(['third']);
  });

  test('a switch stops the next step at each of them, and at those that start later', async () => {
    const sessions = oneOfEach(stage, 'switched');
    const thrown = { kind: 'tool', value: 'sell', why: 'a test' };
    const { body } = await stage.person.send<{ id: string }>('POST', '/api/switches', thrown);
    expect(await ask(stage, 'sell', sessions)).toEqual(EVERY.map(() => 'stopped'));
    await ask(stage, 'exit', sessions);
    expect(await ask(stage, 'sell', sessions)).toEqual(EVERY.map(() => 'stopped'));
    await stage.person.send('DELETE', `/api/switches/${body.id}`);
    expect(await ask(stage, 'sell', sessions)).toEqual(EVERY.map(() => 'allow'));
  });

  test('an ask waits for people on, however often its worker is stopped, and is asked once', async () => {
    const [payer = '', ...enders] = sessionsOf(3, stage, 'people');
    const paid = stage.ask('pay', payer);
    const asked = await waiting(stage);
    // After six of them no worker is started for a while.
    for (const ender of enders.slice(0, 7))
      expect(['worker_stopped', 'worker_resting']).toContain(
        (await ask(stage, 'exit', [ender]))[0],
      );
    await answer(stage, asked);
    expect(await paid).toMatchObject({ decision: 'allow' });
    const { rows } = await stage.person.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
    expect(rows).toEqual([]);
  });

  test('an answer counts though another step holds the worker until it is stopped', async () => {
    const [payer = '', spinner = ''] = sessionsOf(2, stage, 'held');
    const paid = stage.ask('pay', payer);
    const asked = await waiting(stage);
    const spinning = stage.ask('spin', spinner);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await answer(stage, asked);
    expect(await spinning).toMatchObject({ code: 'worker_stopped' });
    expect(await paid).toMatchObject({ decision: 'allow' });
  });

  test('nobody can answer the ask of a step that was denied because it ends its workers', async () => {
    const [session = ''] = sessionsOf(1, stage, 'vanish');
    const denied = stage.ask('vanish', session);
    const { id } = await waiting(stage);
    expect(await denied).toMatchObject({ code: 'worker_stopped' });
    expect(await stage.person.get(`/api/approvals/${id}`)).toMatchObject({ state: 'withdrawn' });
  });
});
