import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { limitRate } from '@interpose/policies/limit-rate';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [limitRate({ limit: 1, windowMs: 60_000 })],
});
hooks.observe('onDecision', logDecisions({ level: 'debug' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `found ${query}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Find tea and bread.',
});
console.log(text);
await hooks.close();
