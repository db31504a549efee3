import { createHooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { withHooks } from '@interpose/openai-agents';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

import { budget, handoffs } from './policies.ts';

const hooks = createHooks({ policies: [handoffs, budget] });
hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));

const refund = tool({
  name: 'refund',
  description: 'Pays money back for an order.',
  parameters: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});
const model = 'gpt-5-mini';
const legal = new Agent({ name: 'legal', model, instructions: 'You answer lawyers.' });
const billing = new Agent({ name: 'billing', model, tools: [refund], handoffs: [legal] });
const desk = new Agent({ name: 'desk', model, handoffs: [billing] });

// Hooking the first agent is enough: whom it reaches is part of the run.
const { finalOutput } = await run(withHooks(desk, hooks), 'My mug broke. Refund A-7, or I sue.');
console.log(finalOutput);
await hooks.close();
