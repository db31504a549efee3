import type { Hooks } from '@interpose/core';
import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import { zodFunction } from 'openai/helpers/zod';
import { z } from 'zod';

import { instructions, question, type Shop } from '../shop.ts';

export async function askAgent(hooks: Hooks, shop: Shop): Promise<string> {
  const findOrder = zodFunction({
    name: 'find_order',
    description: 'Finds an order.',
    parameters: z.object({ id: z.string() }),
    function: ({ id }) => shop.findOrder(id),
  });
  const refund = zodFunction({
    name: 'refund',
    description: 'Pays money back for an order.',
    parameters: z.object({ id: z.string(), cents: z.number() }),
    function: ({ id, cents }) => shop.refund(id, cents),
  });
  const deleteCustomer = zodFunction({
    name: 'delete_customer',
    description: 'Deletes a customer.',
    parameters: z.object({ name: z.string() }),
    function: ({ name }) => shop.deleteCustomer(name),
  });
  const client = withHooks(new OpenAI(), hooks);
  const run = client.chat.completions.runTools({
    model: 'gpt-5-mini',
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: question },
    ],
    tools: [findOrder, refund, deleteCustomer],
  });
  return (await run.finalContent()) ?? '';
}
