import { RunnableLambda } from '@langchain/core/runnables';
import { createDeepAgent } from 'deepagents';
import { describe, expect, test } from 'vitest';

import { left, question, type Make } from '../../test/harness/streamed-agent.ts';
import { withHooks } from '../index.ts';

describe.each<[string, Parameters<typeof left>[1]]>([
  ['subgraphs', (agent) => agent.stream(question, { subgraphs: true })],
  ['bound subgraphs', (agent) => agent.withConfig({ subgraphs: true }).stream(question, {})],
  ['streamLog', (agent) => agent.graph.streamLog(question, {})],
  ['streamEvents', (agent) => agent.streamEvents(question, { version: 'v2' })],
  ['streamEvents v1', (agent) => agent.streamEvents(question, { version: 'v1' })],
  [
    'streamEvents of a chain around the agent',
    (agent) => {
      const chain = RunnableLambda.from((input: unknown, config) => agent.invoke(input, config));
      return chain.streamEvents(question, { version: 'v2' });
    },
  ],
])('a stream with %s shows what an agent in a tool says before its result is judged', (_, open) => {
  test('and is refused where everything has to be enforced', async () => {
    const all = await left('enforced', open).catch(String);
    expect(all).not.toContain('4z42');
    expect(all).toContain('[not_enforced]');
  });

  test('and left alone elsewhere', async () => {
    expect(await left(undefined, open)).toContain('4z42');
  });
});

test.each(['values', 'messages'])(
  'a stream of %s shows its result as hooks left it',
  async (mode) => {
    const all = await left('enforced', (agent) => agent.stream(question, { streamMode: mode }));
    expect(all).not.toContain('4z42');
    expect(all).toContain('Clean.');
  },
);

const deep: Make = ({ model, billing }, ...hooked) => {
  const subagent = { name: 'billing', description: 'Pays.', systemPrompt: 'Pay.', model: billing };
  return withHooks(createDeepAgent, ...hooked)({ model, subagents: [subagent] });
};
const task = ['task', { description: 'Pay.', subagent_type: 'billing' }] as const;

test.each<[string, Parameters<typeof left>[1], boolean]>([
  ['subgraphs', (agent) => agent.stream(question, { subgraphs: true }), true],
  ['streamEvents', (agent) => agent.streamEvents(question, { version: 'v2' }), true],
  ['values', (agent) => agent.stream(question, { streamMode: 'values' }), false],
])('a sub-agent of a deep agent is hidden as well: %s', async (_, open, isRefused) => {
  const all = await left('enforced', open, task, deep).catch(String);
  expect(all).not.toContain('4z42');
  expect(all).toContain(isRefused ? '[not_enforced]' : 'Clean.');
});
