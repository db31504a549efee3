import { withHooks } from '@interpose/openai-agents';
import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import OpenAI from 'openai';
import { z } from 'zod';

import { instructions } from '../story.ts';
import type { AskAgent } from './agent.ts';

/** The refund agent, made with the OpenAI Agents SDK. */
export const askOpenaiAgents: AskAgent = async (question, { baseURL, hooks, shop }) => {
  const agent = new Agent({
    name: 'support',
    model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: 'none' }), 'scripted'),
    instructions,
    tools: [
      tool({
        name: 'find_order',
        description: 'Finds an order.',
        parameters: z.object({ id: z.string() }),
        execute: ({ id }) => shop.findOrder(id),
      }),
      tool({
        name: 'refund',
        description: 'Pays money back.',
        parameters: z.object({ id: z.string(), cents: z.number() }),
        execute: ({ id, cents }) => shop.refund(id, cents),
      }),
      tool({
        name: 'delete_customer',
        description: 'Deletes a customer.',
        parameters: z.object({ name: z.string() }),
        execute: ({ name }) => shop.deleteCustomer(name),
      }),
    ],
  });
  const runner = new Runner({ tracingDisabled: true });
  return (await runner.run(withHooks(agent, hooks), question)).finalOutput ?? '';
};
