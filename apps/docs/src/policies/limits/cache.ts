import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { cache } from '@interpose/policies/cache';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [cache({ tools: ['search'], ttlMs: 60_000 })],
});
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => {
    console.log('the tool runs');
    return `found ${query}`;
  },
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Find tea, twice.',
});
console.log(text);
await hooks.close();
