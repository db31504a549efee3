import { openai } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { ask, createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { ToolLoopAgent } from 'ai';

import { deleteUser } from './tools.ts';

const hooks = createHooks();
hooks.addHook('preToolCall', () => ask('delete this account?'), { tool: 'deleteUser' });
hooks.observe('onDecision', logDecisions());

const agent = new ToolLoopAgent({ model: openai('gpt-5-mini'), tools: { deleteUser } });
const { content } = await withHooks(agent, hooks).generate({ prompt: 'Delete user 42.' });
console.log(content.at(-1)?.type);
