import type { Hooks } from '@interpose/core';
import { withHooks } from '@interpose/langchain';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { instructions, question, type Shop } from '../shop.ts';

export async function askAgent(hooks: Hooks, shop: Shop): Promise<string> {
  const findOrder = tool(({ id }: { id: string }) => shop.findOrder(id), {
    name: 'find_order',
    description: 'Finds an order.',
    schema: z.object({ id: z.string() }),
  });
  const refund = tool(({ id, cents }: { id: string; cents: number }) => shop.refund(id, cents), {
    name: 'refund',
    description: 'Pays money back for an order.',
    schema: z.object({ id: z.string(), cents: z.number() }),
  });
  const deleteCustomer = tool(({ name }: { name: string }) => shop.deleteCustomer(name), {
    name: 'delete_customer',
    description: 'Deletes a customer.',
    schema: z.object({ name: z.string() }),
  });
  const createHooked = withHooks(createAgent, hooks);
  const agent = createHooked({
    model: new ChatOpenAI({ model: 'gpt-5-mini' }),
    systemPrompt: instructions,
    tools: [findOrder, refund, deleteCustomer],
  });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
  return messages.at(-1)?.text ?? '';
}
