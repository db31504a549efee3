import { createInterface } from 'node:readline/promises';

import { createHooks, type Approver } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { withHooks } from '@interpose/langchain';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { limits } from './limits.ts';

const refund = tool(
  ({ order, cents }: { order: string; cents: number }) =>
    `paid ${cents / 100} euros for ${order}`,
  {
    name: 'refund',
    description: 'Pays money back for an order.',
    schema: z.object({ order: z.string(), cents: z.number() }),
  },
);

const terminal = createInterface({
  input: process.stdin,
  output: process.stdout,
});
const approver: Approver = async ({ reason }) => ({
  approved: (await terminal.question(`${reason} (yes/no) `)) === 'yes',
  by: 'ada',
});
const hooks = createHooks({ policies: [limits], approver });
hooks.observe('onDecision', logDecisions());
const createDesk = withHooks(createAgent, hooks);
const desk = createDesk({
  model: new ChatOpenAI({ model: 'gpt-5-mini' }),
  tools: [refund],
});
const asked = {
  messages: [{ role: 'user', content: 'My mug broke. Refund A-7, 42 euros.' }],
};
const { messages } = await desk.invoke(asked);
console.log(messages.at(-1)?.text);
terminal.close();
