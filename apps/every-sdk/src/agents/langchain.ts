import { withHooks } from '@interpose/langchain';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { instructions } from '../story.ts';
import type { AskAgent } from './agent.ts';

/** The refund agent, made with LangChain. */
export const askLangchain: AskAgent = async (question, { baseURL, hooks, shop }) => {
  const agent = withHooks(
    createAgent,
    hooks,
  )({
    model: new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration: { baseURL } }),
    systemPrompt: instructions,
    tools: [
      tool(({ id }: { id: string }) => shop.findOrder(id), {
        name: 'find_order',
        description: 'Finds an order.',
        schema: z.object({ id: z.string() }),
      }),
      tool(({ id, cents }: { id: string; cents: number }) => shop.refund(id, cents), {
        name: 'refund',
        description: 'Pays money back.',
        schema: z.object({ id: z.string(), cents: z.number() }),
      }),
      tool(({ name }: { name: string }) => shop.deleteCustomer(name), {
        name: 'delete_customer',
        description: 'Deletes a customer.',
        schema: z.object({ name: z.string() }),
      }),
    ],
  });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
  return messages.at(-1)?.text ?? '';
};
