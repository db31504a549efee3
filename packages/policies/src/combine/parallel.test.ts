import { ask, createHooks, deny, type Policy, type PolicyHooks } from '@interpose/core';
import { tryPolicy, type Trial } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import {
  adds,
  answer,
  call,
  never,
  no,
  on,
  person,
  tool,
  yes,
} from '../../test/sample-policies.ts';
import { parallel } from './index.ts';

expect.extend(policyMatchers);

/** A policy that answers only after the others have had time to start. */
const later = (name: string, run: () => unknown): Policy =>
  on(name, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return run();
  });
const hangs = on('hangs', () => new Promise(() => undefined));
const judge = (policy: Policy): Promise<Trial<'preToolCall'>> =>
  tryPolicy(policy, 'preToolCall', { call });

afterEach(() => void vi.useRealTimers());

describe('parallel', () => {
  test('starts all before it waits for any', async () => {
    const log: string[] = [];
    const judges = ['a', 'b', 'c'].map((name) =>
      on(name, async () => {
        log.push(`${name} starts`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
      }),
    );
    expect(await judge(parallel(judges))).toAllow();
    expect(log).toEqual(['a starts', 'b starts', 'c starts', 'a ends', 'b ends', 'c ends']);
  });

  test('three judges of 100 ms take the time of one', async () => {
    const judges = ['a', 'b', 'c'].map((name) =>
      on(name, () => new Promise((resolve) => setTimeout(resolve, 100, undefined))),
    );
    vi.useFakeTimers();
    const judged = judge(parallel(judges));
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
    expect(await judged).toAllow();
  });

  test('takes the strictest answer, wherever it stands', async () => {
    expect(await judge(parallel([yes, later('no', () => deny('no')), person]))).toDeny({
      reason: 'no',
    });
    expect(await judge(parallel([never, answer]))).toDeny({ code: 'never' });
    expect(await judge(parallel([yes, person, yes]))).toAsk('a person must look');
    expect(await judge(parallel([person, later('r', () => ({ result: 'known' }))]))).toRespond({
      result: 'known',
    });
  });

  test('shows every member the step as it was, and takes a change of one, or the same of two', async () => {
    expect(await judge(parallel([adds('a', 1), yes]))).toModify({ ...call, args: { cents: 6 } });
    const trial = await judge(parallel([adds('a', 1), yes, adds('b', 1)]));
    expect(trial).toModify({ ...call, args: { cents: 6 } });
  });

  test('two different changes conflict, which denies or asks', async () => {
    const both = [adds('a', 1), adds('b', 2)];
    expect(await judge(parallel(both))).toDeny({ code: 'conflict' });
    expect(await judge(parallel(both, { onConflict: 'ask' }))).toAsk(/do not agree/);
    expect(await judge(parallel([...both, never], { onConflict: 'ask' }))).toDeny({
      code: 'never',
    });
  });

  test('the hooks of one member see each other and run in turn', async () => {
    const add = adds('twice', 1).hooks!.preToolCall;
    const twice = { name: 'twice', hooks: { preToolCall: [add, add] } } as Policy;
    expect(await judge(parallel([twice, yes]))).toModify({ ...call, args: { cents: 7 } });
  });

  test('unanimous: all have to say the same', async () => {
    const agreed = { take: 'unanimous' } as const;
    expect(await judge(parallel([yes, yes], agreed))).toAllow();
    expect(await judge(parallel([no, never], agreed))).toDeny({ code: 'no' });
    expect(await judge(parallel([yes, no], agreed))).toDeny({ code: 'conflict' });
    expect(await judge(parallel([yes, no], { ...agreed, onConflict: 'ask' }))).toAsk(/agree/);
    expect(await judge(parallel([yes, adds('a', 1)], agreed))).toDeny({ code: 'conflict' });
  });

  test('one that fails, is late or says something odd denies, whatever the others say', async () => {
    const failing = on('failing', () => Promise.reject(new Error('broken')));
    const throwing = on('throwing', () => {
      throw new Error('broken');
    });
    for (const broken of [failing, throwing])
      for (const take of ['strictest', 'unanimous'] as const)
        expect(await judge(parallel([yes, broken], { take }))).toDeny({});
    expect(await judge(parallel([failing, yes]))).toDeny({ code: 'hook_failed' });
    expect(await judge(parallel([yes, hangs], { timeoutMs: 20 }))).toDeny({ code: 'hook_timeout' });
    expect(await judge(parallel([yes, later('odd', () => 7)]))).toDeny({ code: 'invalid_verdict' });
  });

  test('a hook that may fail has no say when it does', async () => {
    const hooks = {
      preToolCall: {
        run: async () => Promise.reject(new Error('broken')),
        onError: 'allow',
      },
    } as PolicyHooks;
    const lenient: Policy = { name: 'lenient', hooks };
    for (const take of ['strictest', 'unanimous'] as const)
      expect(await judge(parallel([lenient, yes], { take }))).toAllow();
  });

  test('a member in dry run is told of and has no say', async () => {
    const dry: Policy = { ...adds('dry', 5), mode: 'monitor' };
    expect(await judge(parallel([dry, yes, { ...no, mode: 'monitor' }]))).toAllow();
    expect(await judge(parallel([dry, no], { take: 'unanimous' }))).toDeny({ code: 'no' });
    expect(await judge(parallel([dry, adds('a', 1)], { take: 'unanimous' }))).toModify({
      ...call,
      args: { cents: 6 },
    });
  });

  test('filters of a member hold', async () => {
    const elsewhere = {
      name: 'elsewhere',
      hooks: { preToolCall: { tool: 'other', run: () => deny('no') } },
    } as Policy;
    expect(await judge(parallel([elsewhere, yes], { take: 'unanimous' }))).toAllow();
  });

  test("asks all again about what an approver's change made of the step", async () => {
    const seen: unknown[] = [];
    const watching: Policy = {
      name: 'watching',
      hooks: {
        preToolCall: (ctx) => {
          seen.push(ctx.call.args['cents']);
          return Number(ctx.call.args['cents']) > 1 ? ask('so much?') : undefined;
        },
      },
    };
    const hooks = createHooks({
      policies: [parallel([watching, yes])],
      approver: () => ({ approved: true, by: 'ann', change: { ...call, args: { cents: 1 } } }),
    });
    const done = await hooks.step('preToolCall', { call, tool }, (given) => given);
    expect(seen).toEqual([5, 1]);
    expect(done).toMatchObject({ kind: 'output' });
    await hooks.close();
  });

  test.each<[string, unknown, unknown]>([
    ['no list', yes, {}],
    ['no policies', [], {}],
    ['an unknown take', [yes], { take: 'loudest' }],
    ['an unknown onConflict', [yes], { onConflict: 'wait' }],
    ['a limit of nothing', [yes], { timeoutMs: 0 }],
    ['an unknown option', [yes], { timeout: 5 }],
  ])('refuses %s', (_, policies, options) => {
    expect(() => parallel(policies as never, options as never)).toThrow('[invalid_option]');
  });
});
