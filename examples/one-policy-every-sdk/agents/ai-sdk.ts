import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import type { Hooks } from '@interpose/core';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { instructions, question, type Shop } from '../shop.ts';

export async function askAgent(hooks: Hooks, shop: Shop): Promise<string> {
  const agent = new ToolLoopAgent({
    model: openai('gpt-5-mini'),
    instructions,
    tools: {
      find_order: tool({
        description: 'Finds an order.',
        inputSchema: z.object({ id: z.string() }),
        execute: ({ id }) => shop.findOrder(id),
      }),
      refund: tool({
        description: 'Pays money back for an order.',
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
}
