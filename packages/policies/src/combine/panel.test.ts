import {
  createHooks,
  deny,
  type DecisionRecord,
  type HooksOptions,
  type Policy,
} from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { call, no, on, tool, yes } from '../../test/sample-policies.ts';
import { parallel } from './index.ts';

expect.extend(policyMatchers);
afterEach(() => void vi.useRealTimers());

const after = (name: string, ms: number, said?: unknown): Policy =>
  on(name, () => new Promise((resolve) => setTimeout(resolve, ms, said)));
const hangs = (name: string): Policy => on(name, () => new Promise(() => undefined));
const results = (name: string, result: unknown): Policy => on(name, () => ({ result }));
const changes = (name: string, cents: number): Policy =>
  on(name, () => ({
    decision: 'modify',
    value: { ...call, args: { cents } },
    reason: 'rounded',
  }));

/** Returns the record of one step, and its milliseconds on a clock that only this test moves. */
async function recordOf(
  policy: Policy,
  options: HooksOptions = {},
): Promise<{ readonly record: DecisionRecord; readonly ms: number }> {
  vi.useFakeTimers();
  const startedAt = Date.now();
  const records: DecisionRecord[] = [];
  const hooks = createHooks({ policies: [policy], ...options });
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  let ms = 0;
  const done = hooks
    .step('preToolCall', { call, tool }, () => 'ran')
    .then(() => {
      ms = Date.now() - startedAt;
    });
  await vi.advanceTimersByTimeAsync(20_000);
  await done;
  await hooks.flush();
  await hooks.close();
  return { record: records[0]!, ms };
}

describe('the panel of a parallel', () => {
  test('waits once for all that hang, as long as the registry says', async () => {
    const judges = ['a', 'b', 'c', 'd', 'e'].map(hangs);
    const { record, ms } = await recordOf(parallel([yes, ...judges]), { timeoutMs: 2000 });
    expect(record).toMatchObject({ decision: 'deny', codes: ['hook_timeout'] });
    expect(ms).toBeGreaterThanOrEqual(2000);
    expect(ms).toBeLessThan(2200);
  });

  test('gives a hook its own limit, though that of the registry is shorter', async () => {
    const slow: Policy = {
      name: 'slow',
      hooks: {
        preToolCall: {
          run: () => new Promise((resolve) => setTimeout(resolve, 5000, deny('too late'))),
          timeoutMs: 6000,
        },
      },
    };
    const { record } = await recordOf(parallel([slow, after('a', 10)]), { timeoutMs: 2000 });
    expect(record).toMatchObject({ decision: 'deny', reason: 'too late' });
  });

  test('tells in the record what each found, and in which time', async () => {
    const judges = [after('tone', 100, deny('rude', { code: 'rude' })), after('facts', 300)];
    const { record } = await recordOf(parallel(judges), { trace: true });
    const steps = record.steps?.filter(({ hook }) => hook.endsWith('/preToolCall'));
    expect(steps?.map(({ decision, code, ms }) => [decision, code, Math.round(ms)])).toEqual([
      ['deny', 'rude', 100],
      ['allow', undefined, 300],
    ]);
  });

  test('tells the same of a conflict, which is nobody else', async () => {
    const judges = [after('tone', 100, deny('rude', { code: 'rude' })), after('facts', 300)];
    const { record } = await recordOf(parallel(judges, { take: 'unanimous' }), { trace: true });
    expect(record).toMatchObject({
      decision: 'deny',
      codes: ['conflict'],
      by: ['parallel(tone, facts)/agree'],
      data: { found: { 'tone/preToolCall': 'deny: rude: rude', 'facts/preToolCall': 'allow' } },
    });
    const steps = record.steps?.filter(({ hook }) => hook.endsWith('/preToolCall'));
    expect(steps?.map(({ decision, code, ms }) => [decision, code, Math.round(ms)])).toEqual([
      ['deny', 'rude', 100],
      ['allow', undefined, 300],
    ]);
  });

  test('finds two different results of a unanimous panel in conflict, and two equal ones not', async () => {
    const agreed = { take: 'unanimous' } as const;
    const judge = (...members: Policy[]): ReturnType<typeof tryPolicy<'preToolCall'>> =>
      tryPolicy(parallel(members, agreed), 'preToolCall', { call });
    expect(await judge(results('a', 1), results('b', 2))).toDeny({ code: 'conflict' });
    expect(await judge(results('a', { n: 1 }), results('b', { n: 1 }))).toRespond({
      result: { n: 1 },
    });
  });

  test('finds changes in conflict that come with a reason', async () => {
    const both = parallel([changes('a', 1), changes('b', 2)]);
    expect(await tryPolicy(both, 'preToolCall', { call })).toDeny({ code: 'conflict' });
  });

  test('lets no dry run speak of a conflict, which nobody would hear', async () => {
    const dry: Policy = { ...yes, name: 'dry', mode: 'monitor' };
    const split = parallel([dry, yes, no], { take: 'unanimous' });
    expect(await tryPolicy(split, 'preToolCall', { call })).toDeny({ code: 'conflict' });
  });
});
