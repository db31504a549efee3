import { openai } from '@ai-sdk/openai';
import { inspect, withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { denyTools } from '@interpose/policies/deny-tools';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [denyTools(['exec'])] });
const refund = tool({
  inputSchema: z.object({ cents: z.number() }),
  execute: () => 'paid',
});
const tools = { refund, search: openai.tools.webSearch() };
const agent = new ToolLoopAgent({ model: openai('gpt-5-mini'), tools });

const rows = inspect(withHooks(agent, hooks));
const gaps = rows.filter(({ status }) => status !== 'enforced');
console.log(`${rows.length - gaps.length} of ${rows.length} ways are enforced`);
for (const { path, event, status, note } of gaps)
  console.log(`${status}: ${path}, ${event}: ${note}`);

try {
  withHooks(agent, hooks, { require: 'enforced' });
} catch (error) {
  console.log((error as Error).message.split(':')[0]);
}
