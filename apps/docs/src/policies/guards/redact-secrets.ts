import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { redactSecrets } from '@interpose/policies/redact-secrets';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const hooks = createHooks({ policies: [redactSecrets()] });
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const read_file = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: () =>
    ['GITHUB_TOKEN=ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_'),
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { read_file },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'What is in .env?',
});
console.log(text);
await hooks.close();
