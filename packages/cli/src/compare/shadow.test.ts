import { createHooks, deny, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import type { Change } from './change.ts';
import { shadow } from './shadow.ts';

const TOOL = { origin: 'local', known: true, enabled: true } as const;

function denying(name: string, ...tools: readonly string[]): Policy {
  return {
    name,
    hooks: {
      preToolCall: ({ call }) =>
        tools.includes(call.name) ? deny('no', { code: 'shut' }) : undefined,
    },
  };
}

test('a candidate changes nothing, and what it would change is counted live', async () => {
  const told: Change[] = [];
  const trial = shadow([denying('guard', 'pay', 'mail')], (change) => told.push(change));
  const hooks = createHooks({ policies: [...trial.policies, denying('guard', 'mail', 'wipe')] });
  const say = async (name: string): Promise<string> =>
    (
      await hooks.dispatch('preToolCall', {
        call: { id: '1', name, args: {} },
        tool: { name, ...TOOL },
      })
    ).decision;
  expect([await say('pay'), await say('mail'), await say('wipe'), await say('read')]).toEqual([
    'allow',
    'deny',
    'deny',
    'allow',
  ]);
  expect(trial.counts()).toEqual({
    decisions: 4,
    different: 2,
    kinds: { 'preToolCall pay: allow>deny': 1, 'preToolCall wipe: deny>allow': 1 },
  });
  expect(told.map(({ tool }) => tool)).toEqual(['pay', 'wipe']);
  await hooks.close();
});
