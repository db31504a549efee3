import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { fallbackModel } from '@interpose/policies/fallback-model';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const later = {
  content: [{ type: 'text', text: 'Please try later.' }],
} as const;
const hooks = createHooks({
  policies: [fallbackModel([{ model: 'canned', ask: () => later }])],
});
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `found ${query}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search },
  maxRetries: 0,
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Find tea.',
});
console.log(text);
await hooks.close();
