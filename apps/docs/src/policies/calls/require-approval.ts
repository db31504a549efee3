import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { requireApproval } from '@interpose/policies/require-approval';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [requireApproval({ tools: ['refund'] })],
  approver: () => ({ approved: false, by: 'ada', reason: 'not this one' }),
});
hooks.observe('onDecision', logDecisions({ level: 'debug' }));

const refund = tool({
  description: 'Pays back.',
  inputSchema: z.object({ cents: z.number() }),
  execute: ({ cents }) => `paid ${cents}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const { text } = await withHooks(agent, hooks).generate({ prompt: 'Pay me.' });
console.log(text);
await hooks.close();
