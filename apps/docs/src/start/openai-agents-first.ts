import { createHooks } from '@interpose/core';
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

const hooks = createHooks({ policies: [limits] });
hooks.observe('onDecision', logDecisions());
const agent = new Agent({ name: 'desk', model: 'gpt-5-mini', tools: [refund] });
const desk = withHooks(agent, hooks);
const { finalOutput } = await run(desk, 'My mug broke. Refund A-7, 15 euros.');
console.log(finalOutput);
