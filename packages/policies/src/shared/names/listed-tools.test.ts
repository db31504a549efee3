import { createHooks, type DecisionRecord, type Policy } from '@interpose/core';
import { openChat, seeTools } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { allowTools } from '../../allow-tools/index.ts';
import { checkArguments } from '../../check-arguments/index.ts';
import { denyTools } from '../../deny-tools/index.ts';
import { filterTools } from '../../filter-tools/index.ts';
import { requireApproval } from '../../require-approval/index.ts';
import { retryTools } from '../../retry-tools/index.ts';
import { rules } from '../../rules/index.ts';
import { labelledRules } from '../../rules/labelled/index.ts';
import { stopLoops } from '../../stop-loops/index.ts';
import { trackTaint } from '../../track-taint/index.ts';

const RULES = { default: 'allow', rules: [] } as const;
const [, calls] = labelledRules({
  ...RULES,
  default: { preToolCall: 'allow' },
  calls: { refnd: 1 },
});

/** Returns the reports at the end of a chat whose model was offered the tools `refund` and `search`. */
async function toldOf(policy: Policy): Promise<readonly string[]> {
  const told: string[] = [];
  const hooks = createHooks({ policies: [policy] });
  hooks.observe('onHookError', ({ error }) => void told.push((error as Error).message));
  const chat = await openChat(hooks, {
    host: { framework: 'test', version: '' },
    agent: { id: 'agent' },
  });
  seeTools(chat, { tools: ['refund', 'search'], nameOf: (name) => name });
  await chat.end({ kind: 'done', reason: 'completed' });
  await hooks.flush();
  return told;
}

test.each<[string, Policy]>([
  ['require-approval', requireApproval({ tools: ['search', 'refnd'] })],
  ['check-arguments', checkArguments({ search: () => true, refnd: () => true })],
  ['allow-tools', allowTools(['search|refnd'])],
  ['filter-tools', filterTools(() => true, { facts: { search: {}, refnd: {} } })],
  ['stop-loops', stopLoops({ ignore: ['search', 'refnd'] })],
  ['track-taint', trackTaint({ tools: { 'sea*': { effect: 'none' }, refnd: {} } })],
  ['limit-calls', calls!],
  [
    'rules',
    rules({
      ...RULES,
      rules: [
        { on: 'preToolCall', tool: ['search', 'refnd'], decision: 'deny', reason: 'not here' },
      ],
    }),
  ],
])('%s tells of a name on its list that no tool of the app has', async (name, policy) => {
  expect(await toldOf(policy)).toEqual([
    `[filter_unmatched] the hook ${name}/listed on preToolCall is bound to the tool refnd, which the app does not have so far, so it has not run; did you mean refund? There are refund, search`,
  ]);
});

test.each<[string, Policy, string]>([
  [
    'denyTools, in any case of letters',
    denyTools(['Search', 'REFND']),
    'preToolCall is bound to the tool /REFND/i',
  ],
  [
    'retryTools',
    retryTools({ tools: ['search', 'refnd'] }),
    'onToolCallError is bound to the tool refnd',
  ],
])('%s tells of such a name too', async (_, policy, where) => {
  expect(await toldOf(policy)).toEqual([expect.stringContaining(where)]);
  expect(await toldOf(policy)).toEqual([expect.stringContaining('did you mean refund?')]);
});

test.each<[string, Policy]>([
  ['names that are there', requireApproval({ tools: ['refund', 'sea*'] })],
  ['all tools', requireApproval({ tools: ['*'] })],
  ['all tools that are denied', denyTools(['*'])],
  ['names in another case, which are denied too', denyTools(['ReFund', 'SEA*'])],
  ['alternatives', allowTools(['refund|search'])],
  ['agents alone', requireApproval({ agents: ['billing'] })],
])('nothing is told of %s', async (_, policy) => {
  expect(await toldOf(policy)).toEqual([]);
});

test('a record says of no name of a list that it was asked', async () => {
  const records: DecisionRecord[] = [];
  const hooks = createHooks({ policies: [allowTools(['refund', 'search'])], trace: true });
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  await hooks.dispatch('preToolCall', { call: { id: '1', name: 'refund', args: {} }, tool });
  await hooks.flush();
  expect(records[0]!.hooks).toBe(1);
  expect(records[0]!.steps).toMatchObject([{ hook: 'allow-tools/preToolCall' }]);
});
