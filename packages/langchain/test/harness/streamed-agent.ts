import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { withHooks } from '../../src/index.ts';
import { calls, hearing, says, scriptedChatModel } from '../scripted-agent.ts';

/** What the agent is asked. */
export const question: { readonly messages: { role: 'user'; content: string }[] } = {
  messages: [{ role: 'user', content: 'Ask billing.' }],
};

/** The ways to stream an agent; its own types know the modes. */
export interface Streaming {
  readonly graph: { streamLog(input: unknown, config: object): AsyncIterable<unknown> };
  withConfig(config: object): Streaming;
  stream(input: unknown, config: object): Promise<AsyncIterable<unknown>>;
  invoke(input: unknown, config: object): Promise<unknown>;
  streamEvents(input: unknown, config: object): AsyncIterable<unknown>;
}

/** Streams an agent whose tool asks another one. Returns all that left. */
export async function left(
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
  const agent = make({ model, tools: [ask] }) as unknown as Streaming;
  const parts: string[] = [];
  for await (const part of await open(agent)) parts.push(JSON.stringify(part));
  return parts.join('');
}
