import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

test('calls of a resent history were told in their own run and are not told again', async () => {
  await using server = await scriptedModel();
  const script = [callTools({ id: 'c1', name: 'find', args: {} }), say('Done.')];
  const { baseURL } = server.chat(script);
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onToolCallError', ({ call }) => void told.push(`${call.id} failed`));
  hooks.observe('onToolCallResult', ({ call }) => void told.push(`${call.id} gave a result`));
  const client = withHooks(new OpenAI({ baseURL, apiKey: 'none' }), hooks);
  const find = { name: 'find', description: '', parameters: {}, function: () => 'found' };
  const ask = async (
    messages: OpenAI.ChatCompletionMessageParam[],
    maxChatCompletions: number,
  ): Promise<OpenAI.ChatCompletionMessageParam[]> => {
    const tools = [{ type: 'function' as const, function: find }];
    const body = { model: 'gpt-4o', messages, tools };
    const runner = client.chat.completions.runTools(body, { maxChatCompletions });
    await runner.done();
    return runner.messages;
  };
  const history = await ask([{ role: 'user', content: 'Find it.' }], 1);
  expect(history.at(-1)).toMatchObject({ role: 'tool', content: 'found' });
  await ask([...history, { role: 'user', content: 'And now?' }], 2);
  expect(told).toEqual(['c1 gave a result']);
});
