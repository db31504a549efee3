import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { called, finished, partModel, said } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('what hooks leave alone on ai $version', ({ sdk }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });

  test('keeps the signature of reasoning, which comes in an empty delta, for the next request too', async () => {
    const providerMetadata = { anthropic: { signature: 'signed' } };
    const { model, prompts } = partModel(
      [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'Let me see.' },
        { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata },
        { type: 'reasoning-end', id: 'r' },
        called('c1', 'search'),
        finished('tool-calls'),
      ],
      [...said('t', 'Ten euros.'), finished('stop')],
    );
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined);
    const tools = { search: search() };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    const [first] = await (await agent.stream({ prompt: 'Go' })).steps;
    const reasoning = { type: 'reasoning', text: 'Let me see.' };
    expect(first?.content[0]).toMatchObject({ ...reasoning, providerMetadata });
    expect(JSON.stringify(prompts[1])).toContain('"signature":"signed"');
  });

  test('keeps the warnings of a provider that names its model first, and its answer is held', async () => {
    const warnings = [{ type: 'other', message: 'No seed.' }];
    const metadata = { type: 'response-metadata', id: 'r1', modelId: 'parts-2' };
    const seen = async (module: typeof sdk): Promise<unknown> => {
      const start = { type: 'stream-start', warnings };
      const { model } = partModel([start, metadata, ...said('t', 'Ten euros.'), finished('stop')]);
      const result = module.streamText({ model, prompt: 'Go' });
      return [await result.warnings, (await result.response).modelId];
    };
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    expect(await seen(withHooks(sdk, hooks))).toEqual([warnings, 'parts-2']);
    const content = [{ type: 'text', text: 'Nine euros.' }] as const;
    hooks.addHook('onResponse', ({ response }) => ({ response: { ...response, content } }));
    expect(await seen(withHooks(sdk, hooks))).toEqual([[], 'parts-2']);
  });

  const listening: Readonly<Record<string, (hooks: Hooks) => unknown>> = {
    'observers only': (hooks) => hooks.observe('onResponse', () => undefined),
    onResponseDelta: (hooks) => hooks.addHook('onResponseDelta', () => undefined),
    preToolCall: (hooks) => hooks.addHook('preToolCall', () => undefined),
  };

  test.each(Object.keys(listening))(
    'keeps a call between the texts it came between, with %s',
    async (who) => {
      const { model, prompts } = partModel(
        [...said('a', 'First.'), called('c1', 'search'), ...said('b', 'Second.'), finished('stop')],
        [...said('c', 'Done.'), finished('stop')],
      );
      const hooks = createHooks();
      listening[who]!(hooks);
      const tools = { search: search() };
      const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
      const result = await agent.stream({ prompt: 'Go' });
      const order: string[] = [];
      for await (const { type } of result.fullStream)
        if (type === 'tool-call' || type === 'text-end') order.push(type);
      expect(order).toEqual(['text-end', 'tool-call', 'text-end', 'text-end']);
      const kinds = (await result.steps)[0]?.content.map(({ type }) => type);
      expect(kinds?.slice(0, 3)).toEqual(['text', 'tool-call', 'text']);
      const sent = JSON.stringify(prompts[1]);
      expect(sent.indexOf('Second.')).toBeGreaterThan(sent.indexOf('"tool-call"'));
    },
  );
});
