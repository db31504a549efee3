import { createHooks, deny, type DecisionRecord, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import { call, never, no, tool, yes } from '../../test/sample-policies.ts';
import { parallel } from './index.ts';

/** Returns the steps in the record of one call, by the names of the hooks within the policy. */
async function stepsOf(policy: Policy): Promise<readonly (readonly [string, string])[]> {
  const records: DecisionRecord[] = [];
  const hooks = createHooks({ policies: [policy], trace: true });
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  await hooks.step('preToolCall', { call, tool }, () => 'ran');
  await hooks.flush();
  await hooks.close();
  const { steps = [] } = records[0]!;
  return steps.map(({ hook, decision }) => [hook.replace(`${policy.name}/`, ''), decision]);
}

test('the record holds what each of them found, also after a deny', async () => {
  const said = await stepsOf(parallel([no, yes, never]));
  expect(said.filter(([hook]) => hook.endsWith('/preToolCall'))).toEqual([
    ['no/preToolCall', 'deny'],
    ['yes/preToolCall', 'allow'],
    ['never/preToolCall', 'deny'],
  ]);
});

test('the record holds no step of a hook that was left out, or came after a deny of its own member', async () => {
  const left: Policy = {
    name: 'left',
    hooks: { preToolCall: { when: () => false, run: () => deny('no') } },
  };
  const stops: Policy = {
    name: 'stops',
    hooks: { preToolCall: [() => deny('no'), { name: 'later', run: () => undefined }] },
  };
  expect(await stepsOf(parallel([left, stops]))).toEqual([
    ['stops/preToolCall (starts)', 'allow'],
    ['stops/later (starts)', 'allow'],
    ['wait', 'allow'],
    ['agree', 'allow'],
    ['stops/preToolCall', 'deny'],
  ]);
});
