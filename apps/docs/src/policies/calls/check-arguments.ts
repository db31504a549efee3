import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { checkArguments } from '@interpose/policies/check-arguments';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const refunds = checkArguments({
  refund: z.strictObject({ cents: z.int().positive().max(5000) }),
});
const hooks = createHooks({ policies: [refunds] });
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const refund = tool({
  description: 'Pays money back.',
  inputSchema: z.object({ cents: z.number() }),
  execute: ({ cents }) => `paid ${cents}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Refund it all.',
});
console.log(text);
await hooks.close();
