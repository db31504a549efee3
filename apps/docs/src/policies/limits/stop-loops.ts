import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { stopLoops } from '@interpose/policies/stop-loops';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [stopLoops({ maxRepeats: 2 })] });
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `nothing about ${query}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Find tea.',
});
console.log(text);
await hooks.close();
