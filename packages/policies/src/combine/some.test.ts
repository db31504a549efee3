import { deny, retry, type Policy, type ToolCall } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { answer, adds, call, never, no, on, person, yes } from '../../test/sample-policies.ts';
import { some } from './index.ts';

expect.extend(policyMatchers);

const failing = on('failing', () => {
  throw new Error('broken');
});

describe('some', () => {
  test('lets a step pass that one lets pass, whatever the others say', async () => {
    for (const others of [
      [no, yes],
      [yes, no],
      [person, yes],
      [answer, yes],
      [no, never, yes],
    ])
      expect(await tryPolicy(some(...others), 'preToolCall', { call })).toAllow();
  });

  test('denies only when all deny, and says why each does', async () => {
    expect(await tryPolicy(some(no, never), 'preToolCall', { call })).toDeny({
      reason: 'no; never',
      code: 'none_passed',
      message: 'Never.',
    });
    expect(await tryPolicy(some(no, no), 'preToolCall', { call })).toDeny({
      reason: /^no$/,
      code: 'no',
    });
  });

  test('asks every member, so that each sees every step', async () => {
    const log: string[] = [];
    const noting = (name: string, run: () => unknown): Policy =>
      on(name, () => {
        log.push(name);
        return run();
      });
    const all = ['a', 'b', 'c'].map((name) => noting(name, () => (name === 'b' ? deny('b') : {})));
    expect(await tryPolicy(some(...all), 'preToolCall', { call })).toAllow();
    expect(log).toEqual(['a', 'b', 'c']);
  });

  test('counts of those that do not let it pass the weakest', async () => {
    expect(await tryPolicy(some(no, answer, person), 'preToolCall', { call })).toAsk(
      'a person must look',
    );
    expect(await tryPolicy(some(no, answer), 'preToolCall', { call })).toRespond({
      result: 'known',
    });
    const again: Policy = { name: 'again', hooks: { onToolCallResult: () => retry() } };
    const refuse: Policy = { name: 'refuse', hooks: { onToolCallResult: () => deny('no') } };
    const payload = { call, result: 1 };
    expect(await tryPolicy(some(refuse, again), 'onToolCallResult', payload)).toRetry();
  });

  test('takes changes of the chosen one alone, and shows them to no other', async () => {
    const seen: unknown[] = [];
    const changesAndDenies: Policy = {
      name: 'both',
      hooks: {
        preToolCall: [
          (ctx) => ({ call: { ...ctx.call, args: { cents: 99 } } }),
          (ctx) => {
            seen.push(ctx.call.args['cents'], (ctx.toJSON()['call'] as ToolCall).args['cents']);
            return deny('no');
          },
        ],
      },
    };
    const trial = await tryPolicy(some(changesAndDenies, adds('b', 1)), 'preToolCall', { call });
    expect(trial).toModify({ ...call, args: { cents: 6 } });
    expect(trial.record?.by).toEqual(['some(both, b)/b']);
    expect(seen).toEqual([99, 99]);
  });

  test('is closed by a member that fails, wherever it stands', async () => {
    const trial = await tryPolicy(some(failing, yes), 'preToolCall', { call });
    expect(trial).toDeny({ code: 'hook_failed' });
    expect(trial.failures).toHaveLength(1);
    expect(await tryPolicy(some(yes, failing), 'preToolCall', { call })).toDeny({
      code: 'hook_failed',
    });
  });

  test.each([
    null,
    7,
    'yes',
    [],
    { decision: 'permit' },
    { decision: 'deny' },
    { decision: 'deny', reason: 'no', because: 'no' },
    { decision: 'deny', reason: 'no', code: 5 },
    { decision: 'ask', reason: 'who?', timeoutMs: -1 },
    { decision: 'ask', reason: 'who?', remember: 'always' },
    { decision: 'respond' },
    { decision: 'respond', outcome: { reply: 1 } },
    { decision: 'respond', outcome: { error: 1 } },
    { decision: 'modify' },
    { decision: 'modify', value: 5 },
    { decision: 'allow', reason: 7 },
    { call: { id: 'c', name: 'refund' } },
    { call: undefined },
    { reply: 1 },
    { a: 1, b: 2 },
  ])('is closed by an answer of %j that cannot be read', async (malformed) => {
    const odd = on('odd', () => malformed);
    expect(await tryPolicy(some(odd, yes), 'preToolCall', { call })).toDeny({
      code: 'invalid_verdict',
    });
  });
});
