import { createInterface } from 'node:readline/promises';

import { createHooks, type Approver } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { withHooks } from '@interpose/openai-agents';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

import { limits } from './limits.ts';

const refund = tool({
  name: 'refund',
  description: 'Pays money back for an order.',
  parameters: z.object({ order: z.string(), cents: z.number() }),
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
const agent = new Agent({ name: 'desk', model: 'gpt-5-mini', tools: [refund] });
const desk = withHooks(agent, hooks);
const { finalOutput } = await run(desk, 'My mug broke. Refund A-7, 42 euros.');
console.log(finalOutput);
terminal.close();
