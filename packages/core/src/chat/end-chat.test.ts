import { expect, test } from 'vitest';

import { createHooks, type Hooks } from '../index.ts';
import { modelCycle, type Chat } from '../adapter.ts';
import { modelStep } from '../../test/model-step.ts';
import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { textMessage } from '../../test/sample-values.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';

const TRACE = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };

/** Runs a chat in this session and returns weak references to the objects that it held. */
async function talk(hooks: Hooks, id: string): Promise<readonly WeakRef<object>[]> {
  const messages = [textMessage('a long conversation', 'user')];
  const chat = await openTestChat(hooks, {
    session: { id },
    user: { id: 'ada' },
    trace: TRACE,
    messages: () => messages,
  });
  await modelCycle(chat, modelStep({ request: () => ({ messages }) }));
  await completeChat(chat);
  return [chat, messages].map((each) => new WeakRef(each));
}

test('a session that waits for its next chat keeps nothing of the last, and its end still tells whose it was', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  const told: object[] = [];
  hooks.observe('onSessionStart', ({ chatId, agent }) => void told.push({ chatId, agent }));
  hooks.observe('onSessionEnd', ({ session, user, trace, chatId, agent }) => {
    told.push({ session: session.id, user, trace, chatId, agent });
  });
  const kept = await talk(hooks, 'thread-7');
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(kept.map((each) => each.deref())).toEqual([undefined, undefined]);
  await hooks.endSession('thread-7');
  const [start] = told;
  expect(told[1]).toEqual({ ...start, session: 'thread-7', user: { id: 'ada' }, trace: TRACE });
});

/** Asks a model in this chat, which answers with reasoning; returns weak references to the objects of the call. */
async function think(chat: Chat): Promise<readonly WeakRef<object>[]> {
  const messages = [textMessage('a long conversation', 'user')];
  const content = [{ type: 'reasoning', text: 'hm' } as const];
  const step = {
    request: () => ({ messages }),
    response: (native: typeof content) => ({ content: native }),
  };
  await modelCycle(chat, { ...step, call: () => content, continues: () => false });
  await completeChat(chat);
  return [messages, content].map((each) => new WeakRef(each));
}

test('a chat that is over, and that a host still holds, leads to nothing that its model was asked or answered', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  hooks.observe('onChatDone', () => undefined);
  const chat = await openTestChat(hooks);
  const asked = await think(chat);
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(asked.map((each) => each.deref())).toEqual([undefined, undefined]);
  expect(chat.ended).toBe(true);
});

test('an observer that takes its time still reads what the model of a chat that is over was thinking', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', () => undefined);
  const read: unknown[] = [];
  hooks.observe('onChatDone', async (ctx) => {
    await new Promise((resolve) => setImmediate(resolve));
    read.push(ctx.reasoning);
  });
  await think(await openTestChat(hooks));
  await hooks.flush();
  expect(read).toEqual(['hm']);
});
