import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { guardian } from '@interpose/aos';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const url = process.env['GUARDIAN_URL'] ?? 'http://127.0.0.1:4747/';
const token = process.env['GUARDIAN_TOKEN'] ?? '';

const hooks = createHooks({ policies: [guardian({ url, token })] });
hooks.observe('onDecision', logDecisions());
const refund = tool({
  inputSchema: z.object({ order: z.string(), cents: z.number() }),
  execute: ({ order, cents }) => `paid ${cents / 100} euros for ${order}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { refund },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'My sofa broke. Refund A-7, 420 euros.',
});
console.log(text);
await hooks.close();
