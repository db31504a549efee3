import { createOpenAI } from '@ai-sdk/openai';
import { withHooks as withSdkHooks } from '@interpose/ai-sdk';
import { withHooks as withLangchainHooks } from '@interpose/langchain';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { createHooks, type Hooks } from '@interpose/core';
import { hookFetch } from '@interpose/openai';
import { callTools, say, scriptedModel } from '@interpose/testing';
import { isStepCount, jsonSchema, tool, ToolLoopAgent } from 'ai';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';

globalThis.AI_SDK_LOG_WARNINGS = false;

/** Runs an agent hooked with `outer`, whose provider asks through a fetch hooked with `inner`. */
type RunAgent = (outer: Hooks, inner: Hooks, baseURL: string, isStreamed: boolean) => Promise<void>;

const runSdk: RunAgent = async (outer, inner, baseURL, isStreamed) => {
  const provider = createOpenAI({ baseURL, apiKey: 'any', fetch: hookFetch(fetch, inner) });
  const search = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'found' });
  const agent = withSdkHooks(
    new ToolLoopAgent({ model: provider.chat('m'), tools: { search }, stopWhen: isStepCount(4) }),
    outer,
  );
  if (isStreamed) await (await agent.stream({ prompt: 'Go.' })).text;
  else await agent.generate({ prompt: 'Go.' });
};

const runLangchain: RunAgent = async (outer, inner, baseURL, isStreamed) => {
  const model = new ChatOpenAI({
    model: 'm',
    apiKey: 'any',
    useResponsesApi: false,
    configuration: { baseURL, fetch: hookFetch(fetch, inner) },
  });
  const schema = { type: 'object', properties: {} } as const;
  const search = langchainTool(() => 'found', { name: 'search', description: 'Finds.', schema });
  const agent = withLangchainHooks(createAgent, outer)({ model, tools: [search] });
  const input = { messages: [{ role: 'user', content: 'Go.' }] };
  if (!isStreamed) await agent.invoke(input);
  else for await (const _ of await agent.stream(input, { streamMode: 'messages' }));
};

/** What two registries, or one, hear of such an agent. */
async function hear(
  outer: Hooks,
  inner: Hooks,
  isStreamed: boolean,
  run: RunAgent = runSdk,
): Promise<string[]> {
  await using server = await scriptedModel();
  const { baseURL } = server.chat([callTools({ name: 'search', args: {} }), say('Done.')]);
  const heard: string[] = [];
  for (const hooks of new Set([outer, inner]))
    hooks.observe('*', ({ event, host }) => {
      if (['onChatStart', 'preRequest', 'onResponse', 'preToolCall', 'onChatDone'].includes(event))
        heard.push(`${host.framework} ${event}`);
    });
  await run(outer, inner, baseURL, isStreamed);
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
];

test.each([
  ['ai-sdk', 'plain', runSdk],
  ['ai-sdk', 'streamed', runSdk],
  ['langchain', 'plain', runLangchain],
  ['langchain', 'streamed', runLangchain],
] as const)(
  '%s, %s: a call that two adapters see fires once for one registry',
  async (...given) => {
    const [framework, mode, run] = given;
    const hooks = createHooks();
    const heard = await hear(hooks, hooks, mode === 'streamed', run);
    expect(heard).toEqual(once.map((event) => `${framework} ${event}`));
  },
);

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
