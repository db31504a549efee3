import { createHooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import { zodFunction } from 'openai/helpers/zod';
import { z } from 'zod';

import { refundLimits } from './policies.ts';

const hooks = createHooks({ policies: [refundLimits] });
hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));

const client = withHooks(new OpenAI(), hooks);
const refund = zodFunction({
  name: 'refund',
  description: 'Pays money back for an order.',
  parameters: z.object({ order: z.string(), cents: z.number() }),
  function: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});
const run = client.chat.completions.runTools({
  model: 'gpt-5-mini',
  messages: [{ role: 'user', content: 'My mug broke. Refund A-7.' }],
  tools: [refund],
});
console.log(await run.finalContent());
await hooks.close();
