import { guardian as asking } from '@interpose/aos';
import { createHooks } from '@interpose/core';
import type { Decision, Page } from '@interpose/guardian-api';
import { afterAll, describe, expect, test } from 'vitest';

import { eventually } from '../../test/sign-in.ts';
import { TOKEN } from '../../test/start-guardian.ts';
import {
  DECISION_MS,
  openWorkerStages,
  sessionsOf,
  type WorkerStage,
} from '../../test/worker-stage.ts';

const STOPPED = { decision: 'deny', code: 'worker_stopped', by: 'workers/undecided' };
const WORKERS = 4;

/** Waits until the guardian has reported such a problem. */
async function toldProblem({ guardian }: WorkerStage, word: string): Promise<string> {
  for (;;) {
    const problem = String((await guardian.next('problem'))['problem']);
    if (new RegExp(word).test(problem)) return problem;
  }
}

async function healthOf({ guardian }: WorkerStage): Promise<{ ready: number; stopped: number }> {
  const health = await (await fetch(new URL('/health', guardian.url))).json();
  return (health as { workers: { ready: number; stopped: number } }).workers;
}

describe.each(await openWorkerStages(WORKERS))('policies in workers, over $database,', (stage) => {
  afterAll(() => stage.close());

  test('one that spins is stopped and its step denied and recorded; nobody else waits', async () => {
    const [spinner = ''] = sessionsOf(0, stage, 'spin');
    const others = [1, 2, 3].flatMap((worker) => sessionsOf(worker, stage, 'else').slice(0, 4));
    const state = { isOver: false };
    const spinning = stage.ask('spin', spinner).finally(() => (state.isOver = true));
    const times: number[] = [];
    const client = async (session: string): Promise<void> => {
      while (!state.isOver) {
        const from = performance.now();
        expect(await stage.ask('look', session)).toMatchObject({ decision: 'allow' });
        times.push(performance.now() - from);
      }
    };
    await Promise.all(others.map(client));
    expect(await spinning).toMatchObject(STOPPED);
    times.sort((one, other) => one - other);
    expect(times.length).toBeGreaterThan(others.length);
    // Waiting for the policy that never ends would take at least the budget.
    expect(times.at(-1)).toBeLessThan(DECISION_MS);
    const p99 = times[Math.floor(times.length * 0.99)]!.toFixed(1);
    console.info(`${times.length} decisions during the spin, p99 ${p99} ms`);
    const stored = await eventually(async () => {
      const { rows } = await stage.person.get<Page<Decision>>('/api/decisions?tool=spin');
      return rows.find((row) => row.sessionId === spinner);
    });
    expect(stored).toMatchObject({ decision: 'deny', codes: ['worker_stopped'], tool: 'spin' });
    const { body } = await stage.person.send('POST', '/api/audit/verify');
    expect(body).toMatchObject({ ok: true });
    expect(await stage.ask('look', spinner)).toMatchObject({ decision: 'allow' });
    expect(await healthOf(stage)).toMatchObject({ ready: WORKERS, stopped: 1 });
    const metrics = await (await fetch(new URL('/metrics', stage.guardian.url))).text();
    expect(metrics).toContain('interpose_guardian_workers_stopped_total 1');
    expect(metrics).toContain(`interpose_guardian_workers_ready ${WORKERS}`);
  });

  test('a result that spins is withheld', async () => {
    const { url } = stage.guardian;
    const options = { url, token: TOKEN, circuit: false, retries: 0 } as const;
    const hooks = createHooks({
      policies: [asking({ ...options, events: ['onToolCallResult'] })],
    });
    const tool = { name: 'spin', origin: 'local', known: true, enabled: true } as const;
    const call = { id: 'result', name: 'spin', args: {} };
    const at = { session: { id: 'results' } };
    const verdict = await hooks.dispatch(
      'onToolCallResult',
      { call, originalCall: call, tool, result: 'what it did', synthetic: false, durationMs: 1 },
      at,
    );
    expect(verdict).toMatchObject({ decision: 'deny', code: 'worker_stopped' });
  });

  test('an end, an unhandled rejection and a full memory end one worker alone', async () => {
    for (const [tool, word] of [
      ['exit', 'ended'],
      ['reject', 'nobody waits for this'],
      // A busy machine may fill it so slowly that it is stopped for its time instead.
      ['fill', 'memory limit|held the worker'],
    ] as const) {
      const [session = ''] = sessionsOf(1, stage, tool);
      expect(await stage.ask(tool, session)).toMatchObject(STOPPED);
      expect(await toldProblem(stage, word)).toContain('variables of their own is lost');
      expect(await stage.ask('look', session)).toMatchObject({ decision: 'allow' });
    }
    expect(stage.guardian.child.exitCode).toBe(null);
  });
});
