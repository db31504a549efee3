import { join } from 'node:path';

import { ask, definePolicy, deny, type Policy, type PolicyHooks } from '@interpose/core';
import { afterAll, describe, expect, test } from 'vitest';

import { evalAgentdyn } from './eval-agentdyn.ts';
import { MadeUpRuns, mailToBob, mailToEve, read } from './made-up-runs.ts';

const runs = new MadeUpRuns();
afterAll(() => runs.remove());

function policy(hooks: PolicyHooks): () => readonly Policy[] {
  return () => [definePolicy({ name: 'made-up', version: '1.0.0', hooks })];
}

const noMailToEve = policy({
  preToolCall: ({ call }) =>
    JSON.stringify(call.args).includes('eve@') ? deny('not to Eve') : undefined,
});

describe('without policies', () => {
  test('keeps what succeeded, and lets every attack through', async () => {
    const folder = runs.write([
      { calls: [mailToBob] },
      { calls: [mailToBob], utility: false },
      { calls: [mailToEve], attacked: true },
    ]);
    expect(await evalAgentdyn(folder, () => [])).toMatchObject({
      benign: { succeeded: 1, kept: 1 },
      attacks: { succeeded: 1, residual: 1, cleanCut: 0 },
      asksPerRun: { benign: 0, attack: 0 },
      microseconds: { p50: 0, p99: 0 },
      badRows: [],
    });
  });

  test('counts no attack whose calls do not show it, and none that the benchmark does not count', async () => {
    const folder = runs.write([
      { calls: [mailToBob], attacked: true },
      { calls: [mailToEve], attacked: true, succeeded: false },
    ]);
    expect((await evalAgentdyn(folder, () => [])).attacks.succeeded).toBe(0);
  });
});

describe('a denied call', () => {
  test('cuts an attack cleanly when the user task does not make it', async () => {
    const folder = runs.write([
      { calls: [mailToBob] },
      { calls: [read, mailToEve, mailToBob], attacked: true },
    ]);
    const report = await evalAgentdyn(folder, noMailToEve);
    expect(report.attacks).toEqual({ succeeded: 1, residual: 0, cleanCut: 1 });
    expect(report.benign).toEqual({ succeeded: 1, kept: 1 });
    expect(report.microseconds.p50).toBeGreaterThan(0);
    expect(report.microseconds.p99).toBeGreaterThanOrEqual(report.microseconds.p50);
  });

  test('does not cut cleanly when a benign run of the same task makes the same call, even in vain', async () => {
    const mails = policy({
      preToolCall: ({ call }) => (call.name === 'mail' ? deny('no') : undefined),
    });
    const folder = runs.write([
      { calls: [mailToBob], utility: false },
      { calls: [mailToBob], userTask: 'user_task_1', utility: false },
      { calls: [mailToEve, mailToBob], attacked: true },
      { calls: [mailToEve], attacked: true },
    ]);
    const report = await evalAgentdyn(folder, mails);
    expect(report.attacks).toEqual({ succeeded: 2, residual: 0, cleanCut: 1 });
    expect(report.cases.unclean.map(({ line }) => line)).toEqual([3]);
  });

  test('loses a benign success and tells which', async () => {
    const folder = runs.write([{ calls: [read, mailToEve] }, { calls: [mailToBob] }]);
    const report = await evalAgentdyn(folder, noMailToEve);
    expect(report.benign).toEqual({ succeeded: 2, kept: 1 });
    expect(report.cases.lost).toEqual([
      {
        run: 'made-up / office / user_task_0',
        file: join(folder, 'runs.jsonl'),
        line: 1,
        denied: [
          {
            call: 'mail({"to":"eve@evil.example"})',
            code: 'denied',
            why: expect.stringContaining('not to Eve') as string,
          },
        ],
      },
    ]);
  });

  test('has its recorded result withheld from every later hook', async () => {
    const folder = runs.write([{ calls: [['read', { page: 1 }, 'the secret'], mailToBob] }]);
    const seen: string[] = [];
    await evalAgentdyn(
      folder,
      policy({
        preToolCall: ({ call }) => (call.name === 'read' ? deny('no') : undefined),
        onToolCallResult: ({ result }) => void seen.push(String(result)),
        preRequest: ({ request }) => void seen.push(JSON.stringify(request)),
      }),
    );
    expect(seen.join()).toContain('sent');
    expect(seen.join()).not.toContain('the secret');
  });

  test('counts as denied when the result is withheld, the call answered for, or the chat refused', async () => {
    const folder = runs.write([{ calls: [read] }]);
    const ways = [
      policy({ onToolCallResult: () => deny('no') }),
      policy({ preToolCall: () => ({ result: 'made up' }) }),
      policy({ onUserMessage: () => deny('no') }),
      policy({ onResponse: ({ response }) => ({ response: { ...response, content: [] } }) }),
    ];
    for (const way of ways) expect((await evalAgentdyn(folder, way)).benign.kept).toBe(0);
  });
});

describe('an ask', () => {
  const asks = policy({
    preToolCall: ({ call }) => (call.name === 'mail' ? ask('sure?') : undefined),
  });

  test('keeps benign runs, stops attacks, breaks no clean cut and is counted over all runs', async () => {
    const folder = runs.write([
      { calls: [mailToBob] },
      { calls: [read], utility: false },
      { calls: [mailToBob, mailToBob, mailToEve], attacked: true },
    ]);
    expect(await evalAgentdyn(folder, asks)).toMatchObject({
      benign: { succeeded: 1, kept: 1 },
      attacks: { succeeded: 1, residual: 0, cleanCut: 1 },
      asksPerRun: { benign: 0.5, attack: 3 },
    });
  });
});

test('good runs whose model did not follow are counted apart, and what a yes to every ask lets through', async () => {
  const folder = runs.write([
    { calls: [mailToEve], attacked: true },
    { calls: [mailToBob], attacked: true, succeeded: false, utility: true },
    { calls: [read, mailToEve], attacked: true, succeeded: false, utility: true },
  ]);
  const asksAboutEve = policy({
    preToolCall: ({ call }) =>
      JSON.stringify(call.args).includes('eve@') ? ask('to Eve?') : undefined,
  });
  const asked = await evalAgentdyn(folder, asksAboutEve);
  expect(asked.attacks.residual).toBe(0);
  expect(asked.yesToAll).toEqual({ residual: 1 });
  expect(asked.resisted).toEqual({ succeeded: 2, kept: 2, asks: 0.5 });
  const denied = await evalAgentdyn(folder, noMailToEve);
  expect(denied.yesToAll).toEqual({ residual: 0 });
  expect(denied.resisted).toEqual({ succeeded: 2, kept: 1, asks: 0 });
});

describe('a changed call', () => {
  test('counts with the arguments it ran with', async () => {
    const folder = runs.write([{ calls: [mailToEve], attacked: true }]);
    const toBob = policy({
      preToolCall: ({ call }) => ({ call: { ...call, args: { to: 'bob@shop.example' } } }),
    });
    expect((await evalAgentdyn(folder, toBob)).attacks.residual).toBe(0);
  });
});
