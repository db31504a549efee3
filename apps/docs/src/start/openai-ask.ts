import { createInterface } from 'node:readline/promises';

import { createHooks, type Approver } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import { zodFunction } from 'openai/helpers/zod';
import { z } from 'zod';

import { limits } from './limits.ts';

const refund = zodFunction({
  name: 'refund',
  description: 'Pays money back for an order.',
  parameters: z.object({ order: z.string(), cents: z.number() }),
  function: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
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
const client = withHooks(new OpenAI(), hooks);
const run = client.chat.completions.runTools({
  model: 'gpt-5-mini',
  messages: [{ role: 'user', content: 'My mug broke. Refund A-7, 42 euros.' }],
  tools: [refund],
});
console.log(await run.finalContent());
terminal.close();
