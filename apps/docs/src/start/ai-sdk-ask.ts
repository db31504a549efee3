import { createInterface } from 'node:readline/promises';

import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, type Approver } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { limits } from './limits.ts';

const refund = tool({
  description: 'Pays money back for an order.',
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});

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
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const desk = withHooks(agent, hooks);
const { text } = await desk.generate({
  prompt: 'My mug broke. Refund A-7, 42 euros.',
});
console.log(text);
terminal.close();
