import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { allowTools } from '@interpose/policies/allow-tools';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { refundLimits } from './policies.ts';

const hooks = createHooks({
  policies: [allowTools(['refund']), refundLimits, redactPersonal()],
  // A real app asks a person here; see the other ways in the documentation of approvals.
  approver: ({ reason }) => (console.log('asked:', reason), { approved: true, by: 'ada' }),
});
hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));

const refund = tool({
  description: 'Pays money back for an order.',
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});
const agent = new ToolLoopAgent({ model: openai('gpt-5-mini'), tools: { refund } });
const desk = withHooks(agent, hooks, { session: { id: 'thread-7', user: { id: 'ada' } } });
const { text } = await desk.generate({
  prompt: 'My mug broke, write to ada@example.com. Refund A-7.',
});
console.log(text);
await hooks.close();
