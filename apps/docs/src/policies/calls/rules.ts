import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { rules } from '@interpose/policies/rules';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const support = rules(`
  name: support
  default: deny
  rules:
    - on: preToolCall
      tool: refund
      args: { cents: { atMost: 1000 } }
      decision: allow
`);
const hooks = createHooks({ policies: [support] });
hooks.observe('onDecision', logDecisions({ level: 'debug' }));

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
  prompt: 'Refund both.',
});
console.log(text);
await hooks.close();
