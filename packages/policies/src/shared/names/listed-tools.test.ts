import { createHooks, type Policy } from '@interpose/core';
import { openChat, seeTools } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { checkArguments } from '../../check-arguments/index.ts';
import { requireApproval } from '../../require-approval/index.ts';

/** What is told at the end of a chat whose model was shown a tool named refund and one named search. */
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
])('%s tells of a name on its list that no tool of the app has', async (name, policy) => {
  expect(await toldOf(policy)).toEqual([
    `[filter_unmatched] the hook ${name}/listed on preToolCall is bound to the tool refnd, which the app does not have, so it never runs; did you mean refund? There are refund, search`,
  ]);
});

test.each<[string, Policy]>([
  ['names that are there', requireApproval({ tools: ['refund', 'sea*'] })],
  ['all tools', requireApproval({ tools: ['*'] })],
  ['agents alone', requireApproval({ agents: ['billing'] })],
])('nothing is told of %s', async (_, policy) => {
  expect(await toldOf(policy)).toEqual([]);
});
