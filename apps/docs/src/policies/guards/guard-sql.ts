import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { guardSql } from '@interpose/policies/guard-sql';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const orders = guardSql({
  tools: 'query',
  dialect: 'postgresql',
  tables: { allow: ['orders'] },
});
const hooks = createHooks({ policies: [orders] });
hooks.observe('onDecision', logDecisions({ level: 'debug' }));

const query = tool({
  description: 'Asks the database.',
  inputSchema: z.object({ query: z.string() }),
  execute: () => 'three rows',
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { query },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'What did Ann buy?',
});
console.log(text);
await hooks.close();
