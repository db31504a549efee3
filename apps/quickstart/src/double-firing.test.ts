import { createOpenAI } from '@ai-sdk/openai';
import { withHooks as withSdkHooks } from '@interpose/ai-sdk';
import { createHooks, type Hooks } from '@interpose/core';
import { hookFetch } from '@interpose/openai';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { isStepCount, jsonSchema, tool, ToolLoopAgent } from 'ai';
import { expect, test } from 'vitest';

globalThis.AI_SDK_LOG_WARNINGS = false;

/** What two registries, or one, hear of an agent whose provider asks through a hooked fetch. */
async function hear(outer: Hooks, inner: Hooks, isStreamed: boolean): Promise<string[]> {
  await using server = await scriptedModel();
  const { baseURL } = server.chat([callTools({ name: 'search', args: {} }), say('Done.')]);
  const heard: string[] = [];
  for (const hooks of new Set([outer, inner]))
    hooks.observe('*', ({ event, host }) => {
      if (['onChatStart', 'preRequest', 'onResponse', 'preToolCall', 'onChatDone'].includes(event))
        heard.push(`${host.framework} ${event}`);
    });
  const provider = createOpenAI({ baseURL, apiKey: 'any', fetch: hookFetch(fetch, inner) });
  const search = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'found' });
  const agent = withSdkHooks(
    new ToolLoopAgent({ model: provider.chat('m'), tools: { search }, stopWhen: isStepCount(4) }),
    outer,
  );
  if (isStreamed) await (await agent.stream({ prompt: 'Go.' })).text;
  else await agent.generate({ prompt: 'Go.' });
  for (const hooks of [outer, inner]) await hooks.flush();
  return heard;
}

const once = [
  'onChatStart',
  'preRequest',
  'onResponse',
  'preToolCall',
  'preRequest',
  'onResponse',
  'onChatDone',
].map((event) => `ai-sdk ${event}`);

test.each([
  ['plain', false],
  ['streamed', true],
])('%s: a call that two adapters see fires once for one registry', async (_, isStreamed) => {
  const hooks = createHooks();
  expect(await hear(hooks, hooks, isStreamed)).toEqual(once);
});

test('a layer of a registry has passed what it extends', async () => {
  const hooks = createHooks();
  const heard = await hear(hooks.extend(), hooks, false);
  expect(heard.filter((event) => event.startsWith('openai'))).toEqual([]);
});

test('another registry hears the call below too', async () => {
  const heard = await hear(createHooks(), createHooks(), false);
  expect(heard.filter((event) => event === 'ai-sdk preRequest')).toHaveLength(2);
  expect(heard.filter((event) => event === 'openai preRequest')).toHaveLength(2);
});
