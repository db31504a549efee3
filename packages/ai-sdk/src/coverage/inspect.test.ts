import { createHooks, InterposeError } from '@interpose/core';
import type { ToolSet } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { capabilities, inspect, withHooks } from '../index.ts';

const webSearch = {
  type: 'provider',
  id: 'memory.web_search',
  isProviderExecuted: true,
  args: {},
  inputSchema: z.object({}),
} as const;

describe.each(sdkVersions)('inspect on ai $version', ({ sdk }) => {
  const own = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });
  const client = () => sdk.tool({ inputSchema: z.object({}) });

  const agent = (tools: object) =>
    new sdk.ToolLoopAgent({
      model: memoryModel([{ text: 'Hi.' }]).model,
      tools: tools as ToolSet,
    });

  test('lists both paths of an agent, hooked or not', () => {
    const plain = agent({ search: own() });
    for (const target of [plain, withHooks(plain, createHooks())]) {
      const rows = inspect(target);
      expect(new Set(rows.map(({ path }) => path))).toEqual(
        new Set(['ToolLoopAgent.generate', 'ToolLoopAgent.stream']),
      );
      expect(rows.every(({ status }) => status === 'enforced')).toBe(true);
    }
  });

  test('gives every tool that cannot be fully mediated rows of its own', () => {
    const open = inspect(agent({ search: own(), web: webSearch, map: client() })).filter(
      ({ status }) => status !== 'enforced',
    );
    expect(new Set(open.map(({ path }) => path))).toEqual(
      new Set(['provider-executed tool web', 'client-side tool map']),
    );
  });

  test('knows models, ids, tools and the module', () => {
    expect(new Set(inspect(memoryModel([]).model).map(({ path }) => path))).toEqual(
      new Set(['model.doGenerate', 'model.doStream']),
    );
    expect(inspect('openai/gpt-5')).toEqual(inspect(memoryModel([]).model));
    expect(new Set(inspect({ search: own() }).map(({ path }) => path))).toEqual(
      new Set(['tool.execute']),
    );
    const rows = inspect(sdk);
    expect(
      rows.some(({ path, status }) => path === 'generateImage' && status === 'unmediated'),
    ).toBe(true);
    expect(rows.some(({ path }) => path === 'ToolLoopAgent.generate')).toBe(true);
    expect(() => inspect(7)).toThrow(/^\[target_unknown\]/);
  });

  test("refuses at the start what cannot be enforced where require: 'enforced' asks for it", () => {
    const hook = (tools: object) => withHooks(agent(tools), createHooks(), { require: 'enforced' });
    expect(hook({ search: own() })).toBeInstanceOf(sdk.ToolLoopAgent);
    expect(() => hook({ web: webSearch })).toThrow(
      /^\[not_enforced\].*provider-executed tool web preToolCall observed/,
    );
    expect(() => hook({ map: client() })).toThrow(/^\[not_enforced\].*client-side tool map/);
  });

  test('checks again once the tools of a call are known', async () => {
    const hooked = withHooks(sdk, createHooks(), { require: 'enforced' });
    const { model, seen } = memoryModel([{ text: 'Hi.' }]);
    await hooked.generateText({ model, tools: { search: own() }, prompt: 'Hi' });
    await expect(
      hooked.generateText({ model, tools: { web: webSearch }, prompt: 'Hi' }),
    ).rejects.toSatisfy(
      (error) => InterposeError.isInstance(error) && error.code === 'not_enforced',
    );
    const swapping = new sdk.ToolLoopAgent({
      model,
      tools: { search: own() },
      prepareCall: ((options: object) => ({ ...options, tools: { web: webSearch } })) as never,
    });
    await expect(
      withHooks(swapping, createHooks(), { require: 'enforced' }).generate({ prompt: 'Hi' }),
    ).rejects.toThrow(/not_enforced/);
    expect(seen).toHaveLength(1);
  });

  test('refuses tools of a model that is hooked by itself, since nobody knows whether they pass the hooks', async () => {
    const { model, seen } = memoryModel([{ text: 'Hi.' }, { text: 'Ho.' }]);
    const hooks = createHooks();
    const hooked = withHooks(model, hooks, { require: 'enforced' });
    const refused = /^\[not_enforced\].*tool of a model hooked alone (?:search|web) preToolCall/;
    for (const tools of [{ search: own() }, { web: webSearch as never }]) {
      await expect(sdk.generateText({ model: hooked, tools, prompt: 'Hi' })).rejects.toThrow(
        refused,
      );
      const errors: unknown[] = [];
      const onError = ({ error }: { error: unknown }) => void errors.push(String(error));
      await sdk.streamText({ model: hooked, tools, prompt: 'Hi', onError }).consumeStream();
      expect(errors).toEqual([expect.stringContaining('not_enforced')]);
    }
    expect(seen).toHaveLength(0);
    expect((await sdk.generateText({ model: hooked, prompt: 'Hi' })).text).toBe('Hi.');
    const inside = new sdk.ToolLoopAgent({ model: hooked, tools: { search: own() } });
    const mediated = withHooks(inside, hooks, { require: 'enforced' });
    expect((await mediated.generate({ prompt: 'Hi' })).text).toBe('Ho.');
  });
});

describe('the table of capabilities', () => {
  test('has one row per path, event and status', () => {
    const keys = capabilities.map(({ path, event }) => `${path} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('says why wherever something is not enforced', () => {
    expect(
      capabilities.filter(({ status, note }) => status !== 'enforced' && note === undefined),
    ).toEqual([]);
  });
});
