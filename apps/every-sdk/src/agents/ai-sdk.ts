import { createOpenAI } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { instructions } from '../story.ts';
import type { AskAgent } from './agent.ts';

/** The refund agent, made with the Vercel AI SDK. */
export const askAiSdk: AskAgent = async (question, { baseURL, hooks, shop }) => {
  const agent = new ToolLoopAgent({
    model: createOpenAI({ baseURL, apiKey: 'none' }).chat('scripted'),
    instructions,
    tools: {
      find_order: tool({
        description: 'Finds an order.',
        inputSchema: z.object({ id: z.string() }),
        execute: ({ id }) => shop.findOrder(id),
      }),
      refund: tool({
        description: 'Pays money back.',
        inputSchema: z.object({ id: z.string(), cents: z.number() }),
        execute: ({ id, cents }) => shop.refund(id, cents),
      }),
      delete_customer: tool({
        description: 'Deletes a customer.',
        inputSchema: z.object({ name: z.string() }),
        execute: ({ name }) => shop.deleteCustomer(name),
      }),
    },
  });
  const { text } = await withHooks(agent, hooks).generate({ prompt: question });
  return text;
};
