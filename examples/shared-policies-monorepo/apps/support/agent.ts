import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { tool, ToolLoopAgent } from 'ai';
import { company } from 'our-policies';
import { z } from 'zod';

const hooks = createHooks({ policies: [company] });
hooks.observe('onDecision', ({ record }) => console.log('support', decisionLine(record)));
const refund = tool({
  description: 'Pays money back.',
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ cents }) => `paid ${cents}`,
});
const agent = new ToolLoopAgent({ model: openai('gpt-5-mini'), tools: { refund } });
console.log((await withHooks(agent, hooks).generate({ prompt: 'Refund A-7, 420 euros.' })).text);
await hooks.close();
