import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { denyTools } from '@interpose/policies/deny-tools';
import { monitor } from '@interpose/policies/monitor';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [monitor(denyTools(['exec']))] });
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const exec = tool({
  description: 'Runs a command.',
  inputSchema: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { exec },
});
const { text } = await withHooks(agent, hooks).generate({ prompt: 'Tidy up.' });
console.log(text);
await hooks.close();
