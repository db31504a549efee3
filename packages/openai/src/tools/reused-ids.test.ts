import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel } from '@interpose/testing';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

import { withHooks } from '../index.ts';

test('a call that uses the id of an unreached one again gets its own result', async () => {
  await using server = await scriptedModel();
  const [lost, found] = ['lose', 'find'].map((name) => callTools({ id: 'c1', name, args: {} }));
  const { baseURL } = server.chat([lost!, found!, say('Done.')]);
  const sent: string[] = [];
  const hooks = createHooks();
  hooks.addHook('onToolCallError', () => ({ error: { message: 'nothing there' } }));
  const spied: typeof fetch = (url, init) => {
    sent.push(init?.body as string);
    return fetch(url, init);
  };
  const client = withHooks(new OpenAI({ baseURL, apiKey: 'none', fetch: spied }), hooks);
  const find = { name: 'find', description: '', parameters: {}, function: () => 'found' };
  const messages = [{ role: 'user' as const, content: 'Find it.' }];
  const tools = [{ type: 'function' as const, function: find }];
  await client.chat.completions.runTools({ model: 'gpt-4o', messages, tools }).done();
  const { messages: last } = JSON.parse(sent[2]!) as { messages: Record<string, unknown>[] };
  const outputs = last.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(outputs).toEqual([expect.stringContaining('nothing there'), 'found']);
});
