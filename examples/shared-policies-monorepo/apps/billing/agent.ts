import { createHooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { withHooks } from '@interpose/openai';
import OpenAI from 'openai';
import { zodFunction } from 'openai/helpers/zod';
import { company } from 'our-policies';
import { z } from 'zod';

const hooks = createHooks({ policies: [company] });
hooks.observe('onDecision', ({ record }) => console.log('billing', decisionLine(record)));
const refund = zodFunction({
  name: 'refund',
  description: 'Pays money back.',
  parameters: z.object({ order: z.string(), cents: z.number() }),
  function: ({ cents }) => `paid ${cents}`,
});
const run = withHooks(new OpenAI(), hooks).chat.completions.runTools({
  model: 'gpt-5-mini',
  messages: [{ role: 'user', content: 'Refund A-7, 420 euros.' }],
  tools: [refund],
});
console.log(await run.finalContent());
await hooks.close();
