import { RunnableLambda } from '@langchain/core/runnables';
import { describe, expect, test } from 'vitest';

import { left, question } from '../../test/harness/streamed-agent.ts';

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
