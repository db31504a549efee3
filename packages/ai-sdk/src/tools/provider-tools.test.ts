import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('tools that the provider runs on ai $version', ({ sdk }) => {
  const webSearch = {
    type: 'provider',
    id: 'memory.web_search',
    isProviderExecuted: true,
    args: {},
    inputSchema: z.object({}),
  };
  const own = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });
  const agent = (model: unknown) =>
    new sdk.ToolLoopAgent({ model, tools: { web_search: webSearch, search: own() } } as never);
  const answer = {
    calls: [{ id: 'p1', name: 'web_search', args: { q: 'price' }, providerResult: { euros: 10 } }],
    text: 'Ten euros.',
  };

  test('are reported with what they returned, and are no calls of the app', async () => {
    for (const streamed of [false, true]) {
      const hooks = createHooks();
      const heard: unknown[] = [];
      hooks.observe(
        'preToolCall',
        ({ call, tool }) => void heard.push(['preToolCall', tool.origin, call.args]),
      );
      hooks.observe(
        'onToolCallResult',
        ({ result, call }) => void heard.push(['onToolCallResult', call.args, result]),
      );
      hooks.observe('onAgentResponse', () => void heard.push('onAgentResponse'));
      const hooked = withHooks(agent(memoryModel([answer]).model), hooks);
      if (streamed) await (await hooked.stream({ prompt: 'Go' })).text;
      else await hooked.generate({ prompt: 'Go' });
      await hooks.flush();
      expect(heard).toEqual([
        'onAgentResponse',
        ['preToolCall', 'provider', { q: 'price' }],
        ['onToolCallResult', { q: 'price' }, { euros: 10 }],
      ]);
    }
  });

  test('are taken from the request when a policy does not allow them', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ tool }) =>
      tool.origin === 'provider' ? deny('own tools only') : undefined,
    );
    const memory = memoryModel([{ text: 'Without it.' }]);
    await withHooks(agent(memory.model), hooks).generate({ prompt: 'Go' });
    expect(memory.seen[0]?.tools?.map(({ name }) => name)).toEqual(['search']);
  });

  test('stay on offer when every policy allows them', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const memory = memoryModel([{ text: 'Without it.' }]);
    await withHooks(agent(memory.model), hooks).generate({ prompt: 'Go' });
    expect(memory.seen[0]?.tools?.map(({ name }) => name)).toEqual(['web_search', 'search']);
  });

  test('leave the request with the scope they belong to', async () => {
    const hooks = createHooks();
    hooks.scopes.register({ name: 'web', tools: ['web_search'] })();
    const memory = memoryModel([{ text: 'Without it.' }]);
    await withHooks(agent(memory.model), hooks).generate({ prompt: 'Go' });
    expect(memory.seen[0]?.tools?.map(({ name }) => name)).toEqual(['search']);
  });
});
