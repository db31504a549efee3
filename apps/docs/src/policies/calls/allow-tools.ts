import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { allowTools } from '@interpose/policies/allow-tools';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [allowTools(['search'])] });
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `nothing about ${query}`,
});
const exec = tool({
  description: 'Runs a command.',
  inputSchema: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search, exec },
});
const { text } = await withHooks(agent, hooks).generate({ prompt: 'Tidy up.' });
console.log(text);
await hooks.close();
