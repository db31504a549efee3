import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { limitSpend } from '@interpose/policies/limit-spend';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [limitSpend({ tokens: 700, outputTokens: 400 })],
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
