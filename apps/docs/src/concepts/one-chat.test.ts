import { join } from 'node:path';

import { createOpenAI } from '@ai-sdk/openai';
import { withHooks } from '@interpose/ai-sdk';
import { createHooks, type EventName } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { tool, ToolLoopAgent } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { limits } from '../start/limits.ts';
import { timelineSvg, type TimelineEntry } from './timeline-svg.ts';

/** What the chat of the page is about: a refund that is denied, and one that is small enough. */
async function runChat(): Promise<readonly TimelineEntry[]> {
  await using server = await scriptedModel();
  const { baseURL } = server.chat([
    callTools({ name: 'refund', args: { order: 'A-7', cents: 42_000 } }),
    callTools({ name: 'refund', args: { order: 'A-7', cents: 1500 } }),
    say('You have 15 euros back.'),
  ]);
  const refund = tool({
    inputSchema: z.object({ order: z.string(), cents: z.number() }),
    execute: () => 'paid 15 euros for A-7',
  });
  const model = createOpenAI({ baseURL, apiKey: 'none' }).chat('gpt-5-mini');
  const hooks = createHooks({ policies: [limits] });
  const entries: TimelineEntry[] = [];
  hooks.observe(
    '*',
    (ctx, record) => {
      if (ctx.event === 'onDecision') return;
      const decision = record?.decision;
      const about = aboutOf(ctx.event, ctx); // any event
      entries.push({ event: ctx.event, about, ...(decision === undefined ? {} : { decision }) });
    },
    { run: 'sequence' },
  );
  const agent = withHooks(new ToolLoopAgent({ model, tools: { refund } }), hooks);
  await agent.generate({ prompt: 'My mug broke. Refund A-7.' });
  await hooks.close();
  return entries;
}

function aboutOf(event: EventName, ctx: Readonly<Record<string, unknown>>): string {
  const { call, result, message, iteration, error } = ctx as {
    call?: { name: string; args: { cents?: number } };
    result?: unknown;
    message?: { role: string };
    iteration?: number;
    error?: { message: string };
  };
  if (call !== undefined && event === 'preToolCall')
    return `${call.name}, ${(call.args.cents ?? 0) / 100} euros`;
  if (typeof result === 'string') return `"${result}"`;
  if (error !== undefined) return error.message;
  if (message !== undefined) return `of the ${message.role}`;
  return /^preRequest|^onResponse/.test(event) ? `model call ${(iteration ?? 0) + 1}` : '';
}

test('the drawing of one chat is what a real run did (update it with vitest -u)', async () => {
  const entries = await runChat();
  expect(entries.some(({ decision }) => decision === 'deny')).toBe(true);
  const drawing = timelineSvg('The events of one chat, in order', entries);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'one-chat.svg'));
});
