import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { redactedApprover } from '@interpose/policies/approvers';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { requireApproval } from '@interpose/policies/require-approval';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const approver = redactedApprover(
  ({ reason, value }) => {
    console.log(`asked: ${reason} ${JSON.stringify(value)}`);
    return { approved: true, by: 'ada' };
  },
  [redactPersonal()],
);
const hooks = createHooks({
  policies: [requireApproval({ tools: ['send_mail'] })],
  approver,
});
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
