import { expect, test } from 'vitest';

import { modelCycle, toolCycle } from '../../src/adapter.ts';
import { createHooks, type Context } from '../../src/index.ts';
import { modelStep } from '../model-step.ts';
import { completeChat, openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

test('every event of a chat carries its agent, its session and its signal', async () => {
  const hooks = createHooks();
  const contexts: Context[] = [];
  hooks.observe('*', (ctx) => void contexts.push(ctx));
  const chat = await openTestChat(hooks, { session: { id: 's' } });
  await modelCycle(chat, modelStep());
  await toolCycle(chat, toolStep());
  await toolCycle(chat, toolStep({ run: () => Promise.reject(new Error('down')) }));
  await completeChat(chat);
  await hooks.flush();
  const names = contexts.map(({ event }) => event);
  for (const event of ['onChatStart', 'preRequest', 'onResponse', 'onToolCallError', 'onChatDone'])
    expect(names).toContain(event);
  for (const ctx of contexts) {
    expect([ctx.event, ctx.agent.id, ctx.session.id]).toEqual([ctx.event, 'agent', 's']);
    expect([ctx.event, ctx.signal]).toEqual([ctx.event, chat.signal]);
    expect(ctx.signal).toBe(chat.signal);
  }
});
