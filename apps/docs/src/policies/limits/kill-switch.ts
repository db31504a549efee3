import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, memoryStore } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { killSwitch, switchOff } from '@interpose/policies/kill-switch';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const store = memoryStore();
const hooks = createHooks({ policies: [killSwitch({ store })] });
await switchOff(store, { tool: 'refund' }, { reason: 'under attack' });
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const refund = tool({
  description: 'Pays money back.',
  inputSchema: z.object({ cents: z.number() }),
  execute: ({ cents }) => `paid ${cents}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Refund me.',
});
console.log(text);
await hooks.close();
