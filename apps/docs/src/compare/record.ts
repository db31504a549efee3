import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { tool, ToolLoopAgent } from 'ai';
import { record } from 'interpose';
import { z } from 'zod';

import { policies } from './base.ts';

const hooks = createHooks({
  policies: [...policies, record({ redact: [redactPersonal()] })],
  approver: () => ({ approved: true, by: 'ada' }),
});
const refund = tool({
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'My mug broke, write to ann@mail.example. Refund A-7.',
});
console.log(text);
await hooks.close();
