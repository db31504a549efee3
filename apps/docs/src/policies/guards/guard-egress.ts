import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { guardEgress } from '@interpose/policies/guard-egress';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [guardEgress({ allow: ['api.example.com'] })],
});
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const browse = tool({
  description: 'Reads a page.',
  inputSchema: z.object({ url: z.string() }),
  execute: ({ url }) => `the page at ${url}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { browse },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Look it up.',
});
console.log(text);
await hooks.close();
