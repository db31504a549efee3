import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { limitRate } from '@interpose/policies/limit-rate';
import { postgresStore } from '@interpose/policies/postgres-store';
import { tool, ToolLoopAgent } from 'ai';
import { Pool } from 'pg';
import { z } from 'zod';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
const store = postgresStore(pool);

/** What each process of yours does; limits count over all of them. */
async function serve(prompt: string): Promise<void> {
  const hooks = createHooks({
    policies: [limitRate({ limit: 1, windowMs: 60_000, per: 'user', store })],
    store,
  });
  hooks.observe('onDecision', logDecisions());
  const { text } = await withHooks(agent, hooks, {
    user: { id: 'ada' },
  }).generate({ prompt });
  console.log(text);
  await hooks.close();
}

const search = tool({
  description: 'Searches.',
  inputSchema: z.object({ query: z.string() }),
  execute: ({ query }) => `found ${query}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { search },
});
await serve('Find tea.');
await serve('Find bread.');
await pool.end();
