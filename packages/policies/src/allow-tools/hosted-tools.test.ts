import { createHooks, type Hooks, type Policy } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

// @boundaries-ignore the real SDKs stand beside their adapters, for tests only
import { memoryModel } from '../../../ai-sdk/test/memory-model.ts';
// @boundaries-ignore as above
import { sdkVersions as aiSdkVersions } from '../../../ai-sdk/test/sdk-versions.ts';
// @boundaries-ignore as above
import { withHooks as withAiSdk } from '../../../ai-sdk/src/index.ts';
// @boundaries-ignore as above
import { agentOn, openTool, runner } from '../../../openai-agents/test/app.ts';
// @boundaries-ignore as above
import { MemoryModel } from '../../../openai-agents/test/memory-model.ts';
// @boundaries-ignore as above
import { withHooks as withAgents } from '../../../openai-agents/src/index.ts';
// @boundaries-ignore as above
import { sdkVersions as openaiVersions } from '../../../openai/test/sdk-versions.ts';
// @boundaries-ignore as above
import { withHooks as withOpenai } from '../../../openai/src/index.ts';
import { denyTools } from '../deny-tools/index.ts';
import { filterTools } from '../filter-tools/index.ts';
import { allowTools } from './allow-tools.ts';

/** Returns the tools that reach the model. The chat has a tool of the app and the provider's `web_search`. */
type Offered = (hooks: Hooks) => Promise<readonly unknown[]>;

const aiSdk: Offered = async (hooks) => {
  const { sdk } = aiSdkVersions.at(-1)!;
  const memory = memoryModel([{ text: 'Done.' }]);
  const inputSchema = z.object({});
  const web = {
    type: 'provider',
    id: 'memory.web_search',
    isProviderExecuted: true,
    args: {},
    inputSchema,
  };
  const search = sdk.tool({ inputSchema, execute: async () => 'found' });
  const tools = { web_search: web as never, search };
  const agent = new sdk.ToolLoopAgent({ model: memory.model, tools });
  await withAiSdk(agent, hooks).generate({ prompt: 'Go' });
  return (memory.seen[0]?.tools ?? []).map(({ name }) => name);
};

const agents: Offered = async (hooks) => {
  const model = new MemoryModel('Done.');
  const web = {
    type: 'hosted_tool',
    name: 'web_search',
    providerData: { type: 'web_search' },
  } as const;
  const tools = [openTool('search', () => 'found'), web];
  await runner.run(withAgents(agentOn(model, { tools }), hooks), 'Go.');
  return (model.asked[0]?.tools ?? []).map(({ name }) => name);
};

const openai: Offered = async (hooks) => {
  const { sdk } = openaiVersions.at(-1)!;
  let body: { readonly tools?: readonly { readonly name?: string; readonly type: string }[] } = {};
  const fetch = (
    _: unknown,
    { body: sent }: { readonly body?: unknown } = {},
  ): Promise<Response> => {
    body = JSON.parse(String(sent)) as typeof body;
    return Promise.resolve(
      Response.json({ id: 'r', object: 'response', status: 'completed', output: [] }),
    );
  };
  const client = withOpenai(new sdk.OpenAI({ apiKey: 'any', fetch }), hooks);
  const search = { type: 'function', name: 'search', parameters: {}, strict: false } as const;
  await client.responses.create({
    model: 'm',
    input: 'Hi.',
    tools: [search, { type: 'web_search' }],
  });
  return (body.tools ?? []).map(({ name, type }) => name ?? type);
};

describe.each<[string, Offered]>([
  ['AI SDK', aiSdk],
  ['OpenAI Agents', agents],
  ['openai', openai],
])('a tool that the provider of the %s runs', (_, offered) => {
  test.each<[string, Policy]>([
    ['an allow list does not name', allowTools(['search'])],
    ['a deny list names', denyTools(['Web_Search'])],
    ['a filter keeps out by its origin', filterTools(({ origin }) => origin === 'local')],
  ])('and that %s is not offered', async (__, policy) => {
    const hooks = createHooks({ policies: [policy] });
    expect(await offered(hooks)).toEqual(['search']);
    await hooks.close();
  });

  test('and that a list names is', async () => {
    const hooks = createHooks({ policies: [allowTools(['search', 'web_search'])] });
    expect(new Set(await offered(hooks))).toEqual(new Set(['search', 'web_search']));
    await hooks.close();
  });
});
