import { RunnableLambda } from '@langchain/core/runnables';
import { createAgent, tool } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { calls, hearing, says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user' as const, content: 'Ask billing.' }] };

interface Streaming {
  readonly graph: { streamLog(input: unknown, config: object): AsyncIterable<unknown> };
  withConfig(config: object): Streaming;
  stream(input: unknown, config: object): Promise<AsyncIterable<unknown>>;
  invoke(input: unknown, config: object): Promise<unknown>;
  streamEvents(input: unknown, config: object): AsyncIterable<unknown>;
}

/** Streams an agent whose tool asks another one. Returns all that left. */
async function left(
  require: 'enforced' | undefined,
  open: (agent: Streaming) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
): Promise<string> {
  const { hooks } = hearing([]);
  hooks.addHook('onDelegateResult', () => ({ result: 'Clean.' }));
  const make = withHooks(createAgent, hooks, { ...(require && { require }) });
  const billing = await scriptedChatModel([says('Paid to 4z42.')]);
  const helper = make({ name: 'billing', model: billing.model, tools: [] });
  const ask = tool(
    async (_, config) => (await helper.invoke(question, config)).messages.at(-1)!.text,
    {
      name: 'ask',
      description: 'Asks billing.',
      schema: z.object({}),
    },
  );
  const { model } = await scriptedChatModel([calls(['ask']), says('Done.')]);
  const agent = make({ model, tools: [ask] }) as unknown as Streaming; // its types know the modes
  const parts: string[] = [];
  for await (const part of await open(agent)) parts.push(JSON.stringify(part));
  return parts.join('');
}

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

test('a stream of the agent alone shows its result as hooks left it', async () => {
  const all = await left('enforced', (agent) => agent.stream(question, { streamMode: 'values' }));
  expect(all).not.toContain('4z42');
  expect(all).toContain('Clean.');
});
