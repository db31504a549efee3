import { ask, createHooks, definePolicy } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';
import { withHooks } from '@interpose/langchain';
import { postgresStore } from '@interpose/policies/postgres-store';
import { Command } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { Pool } from 'pg';
import { z } from 'zod';

const url = process.env.DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const pool = new Pool({ connectionString: url });
const checkpointer = PostgresSaver.fromConnString(url);
await checkpointer.setup();

const fourEyes = definePolicy({
  name: 'four-eyes',
  version: '1.0.0',
  hooks: { preToolCall: { tool: 'refund', run: () => ask('pay it back?') } },
});
// What waits for a person is in the database, so another process can take the answer.
const hooks = createHooks({ policies: [fourEyes], store: postgresStore(pool) });
hooks.observe('onDecision', ({ record }) => console.log(decisionLine(record)));

const refund = tool(({ cents }: { cents: number }) => `paid ${cents / 100} euros`, {
  name: 'refund',
  description: 'Pays money back for an order.',
  schema: z.object({ order: z.string(), cents: z.number() }),
});
const agent = withHooks(
  createAgent,
  hooks,
)({
  model: new ChatOpenAI({ model: 'gpt-5-mini' }),
  tools: [refund],
  checkpointer,
});

const [step, thread = 'thread-7'] = process.argv.slice(2);
const config = { configurable: { thread_id: thread } };
if (step === 'ask') {
  await checkpointer.deleteThread(thread);
  const asked = await agent.invoke(
    { messages: [{ role: 'user', content: 'Refund A-7.' }] },
    config,
  );
  console.log('waits:', JSON.stringify(asked).includes('__interrupt__'));
} else {
  // A page would show the interrupts of the thread; here a person says yes to all of them.
  const { tasks } = await agent.graph.getState(config);
  const waiting = tasks.flatMap(({ interrupts }) => interrupts.map(({ id }) => id));
  const yes = { decisions: [{ type: 'approve' }] };
  const resume = Object.fromEntries(waiting.map((id) => [id, yes]));
  const done = await agent.invoke(new Command({ resume }), config);
  console.log(done.messages.at(-1)?.text);
}
await hooks.close();
await checkpointer.end();
await pool.end();
