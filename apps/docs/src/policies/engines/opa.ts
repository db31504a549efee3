import { readFile } from 'node:fs/promises';
import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { opa } from '@interpose/policies/opa';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

// The policy further down, compiled: opa build -t wasm -e agent/verdict policy.rego && tar -xzf bundle.tar.gz /policy.wasm
const wasm = await readFile('policy.wasm');
const hooks = createHooks({
  policies: [await opa({ wasm, data: { limit: 1000 } })],
});
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
const { content } = await withHooks(agent, hooks).generate({
  prompt: 'Refund both.',
});
console.log(content.at(-1)?.type);
await hooks.close();
