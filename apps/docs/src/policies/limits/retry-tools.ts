import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { retryTools } from '@interpose/policies/retry-tools';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [retryTools({ tools: ['weather'], baseMs: 10 })],
});
let calls = 0;
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const weather = tool({
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => {
    calls += 1;
    console.log(`call ${calls} of the tool`);
    if (calls === 1) throw new Error('the service is down');
    return `sun in ${city}`;
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
