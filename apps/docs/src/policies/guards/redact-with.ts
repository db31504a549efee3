import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { redactWith } from '@interpose/policies/redact-with';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const redact = redactWith([redactPersonal()]);
const hooks = createHooks();
hooks.observe('preToolCall', ({ call }) => console.log(redact(call.args)));
hooks.observe('onDecision', logDecisions({ level: 'info' }));

const send_mail = tool({
  description: 'Sends a mail.',
  inputSchema: z.object({ to: z.string() }),
  execute: ({ to }) => `sent to ${to}`,
});
const agent = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  tools: { send_mail },
});
const { text } = await withHooks(agent, hooks).generate({
  prompt: 'Write to Ann.',
});
console.log(text);
await hooks.close();
