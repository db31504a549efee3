import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { ChatOpenAI } from '@langchain/openai';
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

/** Makes an agent that hands work to another one, whose model is `billing`. */
export type Make = (
  models: Readonly<Record<'model' | 'billing', ChatOpenAI>>,
  ...hooked: [hooks: Hooks, options: WithHooksOptions]
) => unknown;

/** Makes an agent whose tool asks another agent. */
function withTool(
  { model, billing }: Parameters<Make>[0],
  hooks: Hooks,
  options: WithHooksOptions,
) {
  const make = withHooks(createAgent, hooks, options);
  const helper = make({ name: 'billing', model: billing, tools: [] });
  const ask = tool(
    async (_, config) => (await helper.invoke(question, config)).messages.at(-1)!.text,
    { name: 'ask', description: 'Asks billing.', schema: z.object({}) },
  );
  return make({ model, tools: [ask] });
}

/** Streams an agent that asks another one with this call. Returns all that left. */
export async function left(
  require: 'enforced' | undefined,
  open: (agent: Streaming) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
  call: Parameters<typeof calls>[0] = ['ask'],
  make: Make = withTool,
): Promise<string> {
  const { hooks } = hearing([]);
  hooks.addHook('onDelegateResult', () => ({ result: 'Clean.' }));
  const { model: billing } = await scriptedChatModel([says('Paid to 4z42.')]);
  const { model } = await scriptedChatModel([calls(call), says('Done.')]);
  const agent = make({ model, billing }, hooks, { ...(require && { require }) }) as Streaming;
  const parts: string[] = [];
  for await (const part of await open(agent)) parts.push(JSON.stringify(part));
  return parts.join('');
}
