import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction';

import { instructions } from '../story.ts';
import type { AskAgent } from './agent.ts';

/** The refund agent, made with the OpenAI client and its tool loop. */
export const askOpenai: AskAgent = async (question, { baseURL, hooks, shop }) => {
  const client = withHooks(new OpenAI({ baseURL, apiKey: 'none' }), hooks);
  const run = client.chat.completions.runTools({
    model: 'scripted',
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: question },
    ],
    tools: [
      tool('find_order', ({ id }) => shop.findOrder(id)),
      tool('refund', ({ id, cents }) => shop.refund(id, cents)),
      tool('delete_customer', ({ name }) => shop.deleteCustomer(name)),
    ],
  });
  return (await run.finalContent()) ?? '';
};

type Arguments = { readonly id: string; readonly cents: number; readonly name: string };

function tool(
  name: string,
  run: (args: Arguments) => string | Promise<string>,
): RunnableToolFunctionWithParse<Arguments> {
  const parse = (text: string): Arguments => JSON.parse(text) as Arguments;
  const parameters = { type: 'object' };
  const description = name.replace('_', ' ');
  return { type: 'function', function: { name, description, parameters, parse, function: run } };
}
