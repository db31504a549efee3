import { join } from 'node:path';

import { createOpenAI } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, type BaseContext, type Hooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { tool, ToolLoopAgent } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { sessionsSvg, type DrawnChat, type DrawnSession } from './sessions-svg.ts';

interface OpenedChat extends DrawnChat {
  readonly parts: (string | OpenedChat)[];
}
interface OpenedSession extends DrawnSession {
  readonly chats: OpenedChat[];
}

/** Writes down which sessions, chats and steps the hooks are told of. */
function drawFrom(hooks: Hooks): ReadonlyMap<string, DrawnSession> {
  const sessions = new Map<string, OpenedSession>();
  const chats = new Map<string, OpenedChat>();
  const sessionOf = ({ session, user }: BaseContext): OpenedSession => {
    const found = sessions.get(session.id) ?? { id: session.id, user: user?.id ?? '', chats: [] };
    sessions.set(session.id, found);
    return found;
  };
  const inSequence = { run: 'sequence' } as const;
  hooks.observe(
    'onChatStart',
    (ctx) => {
      const chat: OpenedChat = { agent: ctx.agent.id, parts: [] };
      chats.set(ctx.chatId, chat);
      const parent = chats.get(ctx.parentChatId ?? '');
      (parent?.parts ?? sessionOf(ctx).chats).push(chat);
    },
    inSequence,
  );
  const step = (ctx: BaseContext, name: string): void => {
    chats.get(ctx.chatId)?.parts.push(name);
  };
  hooks.observe('preRequest', (ctx) => step(ctx, 'model call'), inSequence);
  hooks.observe('preToolCall', (ctx) => step(ctx, `tool call ${ctx.call.name}`), inSequence);
  return sessions;
}

test('the drawing of sessions is what real runs did (update it with vitest -u)', async () => {
  await using server = await scriptedModel();
  const { baseURL } = server.chat([
    callTools({ name: 'ask_shipping', args: {} }),
    say('It is in Oslo.'),
    say('Your parcel is in Oslo.'),
    say('You are welcome.'),
    say('We open at nine.'),
  ]);
  const model = createOpenAI({ baseURL, apiKey: 'none' }).chat('gpt-5-mini');
  const hooks = createHooks();
  const sessions = drawFrom(hooks);
  const shipping = withHooks(new ToolLoopAgent({ id: 'shipping', model }), hooks);
  const ask_shipping = tool({
    inputSchema: z.object({}),
    execute: async () => (await shipping.generate({ prompt: 'Where is A-7?' })).text,
  });
  const support = withHooks(
    new ToolLoopAgent({ id: 'support', model, tools: { ask_shipping } }),
    hooks,
  );
  const turn = (id: string, user: string, prompt: string) =>
    hooks.inSession({ id, user: { id: user } }, () => support.generate({ prompt }));
  await turn('thread-7', 'ada', 'Where is my parcel?');
  await turn('thread-7', 'ada', 'Thanks!');
  await turn('thread-8', 'bob', 'When do you open?');
  await hooks.close();
  expect([...sessions.values()].map(({ chats }) => chats.length)).toEqual([2, 1]);
  const drawing = sessionsSvg('Two sessions with their chats', [...sessions.values()]);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'sessions.svg'));
});
