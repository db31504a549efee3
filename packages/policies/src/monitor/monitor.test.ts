import { ask, createHooks, deny, type DecisionRecord } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { adds, call, no, on, person, tool } from '../../test/sample-policies.ts';
import { monitor } from './index.ts';

expect.extend(policyMatchers);

describe('monitor', () => {
  test.each([
    ['deny', no],
    ['ask', person],
    ['modify', adds('more', 5)],
  ] as const)(
    'lets a step pass at which its policy says %s, and records it',
    async (said, policy) => {
      const trial = await tryPolicy(monitor(policy), 'preToolCall', { call });
      expect(trial).toAllow();
      expect(trial.value).toBe(call);
      expect(trial.asks).toEqual([]);
      expect(trial.monitored).toMatchObject({ decision: said, mode: 'monitor' });
    },
  );

  test('holds nothing against a step when its policy fails, and tells of the failure', async () => {
    const broken = on('broken', () => {
      throw new Error('no disk');
    });
    const trial = await tryPolicy(monitor(broken), 'preToolCall', { call });
    expect(trial).toAllow();
    expect(trial.failures).toMatchObject([{ hook: 'broken/preToolCall', code: 'hook_failed' }]);
  });

  test('leaves the other policies enforced', async () => {
    const hooks = createHooks({ policies: [monitor(on('a', () => deny('a'))), no] });
    const records: DecisionRecord[] = [];
    hooks.observe('onDecision', ({ record }) => void records.push(record));
    expect(await hooks.dispatch('preToolCall', { call, tool })).toMatchObject({ reason: 'no' });
    await hooks.flush();
    expect(records.map(({ mode, decision }) => [mode, decision])).toEqual([
      ['enforce', 'deny'],
      ['monitor', 'deny'],
    ]);
  });

  test('changes nothing about the policy it is given', () => {
    const policy = on('asks', () => ask('?'));
    expect(monitor(policy)).toEqual({ ...policy, mode: 'monitor' });
    expect(policy.mode).toBeUndefined();
  });
});
