import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { filterTools } from '@interpose/policies/filter-tools';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const staffOnly = filterTools(
  (each, who) => each.name !== 'refund' || who.user.organisation === 'acme',
);
const hooks = createHooks({ policies: [staffOnly] });
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `found ${query}`,
});
const refund = tool({
  description: 'Pays money back.',
  inputSchema: z.object({ cents: z.number() }),
  execute: ({ cents }) => `paid ${cents}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search, refund },
});
const { text } = await withHooks(agent, hooks, {
  user: { id: 'eve', organisation: 'elsewhere' },
}).generate({ prompt: 'Refund me.' });
console.log(text);
await hooks.close();
