import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { guardShell } from '@interpose/policies/guard-shell';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({
  policies: [guardShell({ tools: 'exec', allow: ['ls', 'npm test'] })],
});
hooks.observe('onDecision', logDecisions({ level: 'debug' }));

const exec = tool({
  description: 'Runs a command.',
  inputSchema: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { exec },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Run the tests.',
});
console.log(text);
await hooks.close();
