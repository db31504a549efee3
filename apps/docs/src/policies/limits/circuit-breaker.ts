import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { circuitBreaker } from '@interpose/policies/circuit-breaker';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [circuitBreaker({ failures: 2 })] });
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

const weather = tool({
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: (): string => {
    throw new Error('the service is down');
  },
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { weather },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'How is the weather?',
});
console.log(text);
await hooks.close();
