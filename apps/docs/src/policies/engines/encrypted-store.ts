import { randomBytes } from 'node:crypto';

import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, memoryStore, type StateStore } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { encryptedStore } from '@interpose/policies/encrypted-store';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

// In place of a database: it tells what it is given to keep.
const memory = memoryStore();
const told = (value: unknown): unknown => {
  console.log(
    `the store can read the address: ${JSON.stringify({ value }).includes('ann@mail.example')}`,
  );
  return value;
};
const database: StateStore = {
  get: (name) => memory.get(name),
  set: (name, value, ttlMs) => memory.set(name, told(value), ttlMs),
  update: (name, change, ttlMs) =>
    memory.update(name, (before) => told(change(before)), ttlMs),
  clear: (prefix) => memory.clear(prefix),
};
const key = randomBytes(32).toString('base64');
const hooks = createHooks({
  policies: [redactPersonal()],
  store: encryptedStore(database, { keys: [key] }),
});
hooks.observe('onDecision', logDecisions({ level: 'warn' }));

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
  prompt: 'Write to ann@mail.example.',
});
console.log(text);
await hooks.close();
