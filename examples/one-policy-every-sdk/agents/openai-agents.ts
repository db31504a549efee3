import type { Hooks } from '@interpose/core';
import { withHooks } from '@interpose/openai-agents';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

import { instructions, question, type Shop } from '../shop.ts';

export async function askAgent(hooks: Hooks, shop: Shop): Promise<string> {
  const findOrder = tool({
    name: 'find_order',
    description: 'Finds an order.',
    parameters: z.object({ id: z.string() }),
    execute: ({ id }) => shop.findOrder(id),
  });
  const refund = tool({
    name: 'refund',
    description: 'Pays money back for an order.',
    parameters: z.object({ id: z.string(), cents: z.number() }),
    execute: ({ id, cents }) => shop.refund(id, cents),
  });
  const deleteCustomer = tool({
    name: 'delete_customer',
    description: 'Deletes a customer.',
    parameters: z.object({ name: z.string() }),
    execute: ({ name }) => shop.deleteCustomer(name),
  });
  const tools = [findOrder, refund, deleteCustomer];
  const agent = new Agent({ name: 'support', model: 'gpt-5-mini', instructions, tools });
  const { finalOutput } = await run(withHooks(agent, hooks), question);
  return finalOutput ?? '';
}
