import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { unless } from '@interpose/policies/combine';
import { denyTools } from '@interpose/policies/deny-tools';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const strangers = unless(
  ({ user }) => user?.organisation === 'acme',
  denyTools(['refund']),
);
const hooks = createHooks({ policies: [strangers] });
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
const { text } = await withHooks(agent, hooks, {
  user: { id: 'eve', organisation: 'elsewhere' },
}).generate({ prompt: 'Refund me.' });
console.log(text);
await hooks.close();
