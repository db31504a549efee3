import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../test/memory-model.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { withHooks } from './index.ts';

const { sdk } = sdkVersions[3]!;

describe('withHooks', () => {
  test.each([
    ['nothing', undefined],
    ['a number', 7],
    ['an empty text', ''],
    ['a plain object', {}],
    ['a function', () => undefined],
    ['a set with something in it that is no tool', { search: { run: () => 'found' } }],
    ['a model of another generation', { ...memoryModel([]).model, specificationVersion: 'v1' }],
    [
      'an embedding model',
      { specificationVersion: 'v4', provider: 'x', modelId: 'y', doEmbed: async () => ({}) },
    ],
  ])('throws for %s', (_, target) => {
    expect(() => withHooks(target as never, createHooks())).toThrow(/^\[target_unknown\]/);
  });

  test('does not take an agent that runs elsewhere and only looks alike', () => {
    class HarnessAgent {
      readonly version = 'agent-v1';
      readonly settings = { harness: {}, model: 'claude', tools: {} };
      async generate(): Promise<string> {
        return this.settings.model;
      }
      async stream(): Promise<string> {
        return this.settings.model;
      }
    }
    expect(() => withHooks(new HarnessAgent(), createHooks())).toThrow(
      /^\[target_unknown\].*HarnessAgent/,
    );
  });

  test('throws without hooks', () => {
    // A caller without types may pass this.
    expect(() => withHooks(memoryModel([]).model, undefined as unknown as Hooks)).toThrow(
      /^\[invalid_option\]/,
    );
  });

  test('takes a model that only the call would name, and says so when nothing can resolve it', async () => {
    const agent = new sdk.ToolLoopAgent({ model: 'nobody/knows' });
    const before = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER') as unknown;
    const languageModel = (id: string): never => {
      throw new Error(`no ${id} here`);
    };
    Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: { languageModel } });
    try {
      await expect(withHooks(agent, createHooks()).generate({ prompt: 'Hi' })).rejects.toThrow(
        'no nobody/knows here',
      );
    } finally {
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
    }
  });

  test('takes a single tool, which keeps its type', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ result }) => ({ result: `${String(result)}!` }));
    const search = withHooks(
      sdk.tool({
        title: 'search',
        inputSchema: z.object({ q: z.string() }),
        execute: async ({ q }) => q,
      }),
      hooks,
    );
    expect(
      await search.execute({ q: 'bread' }, { toolCallId: 'c1', messages: [], context: {} }),
    ).toBe('bread!');
  });

  test('returns the same hooked target when asked again', () => {
    const hooks = createHooks();
    const tools = withHooks(
      { search: sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' }) },
      hooks,
    );
    expect(withHooks(tools, hooks)).toBe(tools);
    expect(withHooks(tools.search, hooks)).toBe(tools.search);
    const agent = withHooks(new sdk.ToolLoopAgent({ model: memoryModel([]).model }), hooks);
    expect(withHooks(agent, hooks)).toBe(agent);
  });
});

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() => misread(sdk, createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
});
