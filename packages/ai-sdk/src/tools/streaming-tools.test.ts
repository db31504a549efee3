import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const search = (args: unknown = { q: 'price' }): MemoryTurn[] => [
  { calls: [{ id: 'c1', name: 'search', args }] },
  { text: 'Done.' },
];

const inputSchema = z.object({ q: z.string() });

interface ToolParts {
  readonly preliminary: unknown[];
  readonly final: unknown[];
}

async function toolParts(stream: AsyncIterable<{ readonly type: string }>): Promise<ToolParts> {
  const parts: ToolParts = { preliminary: [], final: [] };
  for await (const part of stream) {
    if (part.type !== 'tool-result') continue;
    // Both versions of the SDK have these two members, but under different types.
    const { preliminary, output } = part as unknown as { preliminary?: boolean; output: unknown };
    parts[preliminary === true ? 'preliminary' : 'final'].push(output);
  }
  return parts;
}

describe.each(sdkVersions)('tools that stream on ai $version', ({ sdk }) => {
  async function* steps() {
    yield 'looking';
    yield 'found';
  }

  test('keeps an async generator one, so that its preliminary results stream and its last is the result', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.observe('onToolCallResult', ({ result }) => void seen.push(result));
    const { model } = memoryModel(search());
    const tools = { search: sdk.tool({ inputSchema, execute: steps }) };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    const parts = await toolParts((await agent.stream({ prompt: 'Go.' })).fullStream);
    expect(parts).toEqual({ preliminary: ['looking', 'found'], final: ['found'] });
    await hooks.flush();
    expect(seen).toEqual(['found']);
  });

  test('lets no preliminary result leave that a hook may still withhold', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', ({ result }) => ({ result: `${String(result)}!` }));
    const { model } = memoryModel(search());
    const tools = { search: sdk.tool({ inputSchema, execute: steps }) };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks);
    const parts = await toolParts((await agent.stream({ prompt: 'Go.' })).fullStream);
    expect(parts).toEqual({ preliminary: ['found!'], final: ['found!'] });
  });

  test('gives a promise tool no spurious preliminary result', async () => {
    const { model } = memoryModel(search());
    const tools = { search: sdk.tool({ inputSchema, execute: async () => 'found' }) };
    const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), createHooks());
    const parts = await toolParts((await agent.stream({ prompt: 'Go.' })).fullStream);
    expect(parts).toEqual({ preliminary: [], final: ['found'] });
  });

  test('takes the last value of a plain function that returns an async iterable, and streams it from then on', async () => {
    const execute = () => steps();
    const outputs: ToolParts[] = [];
    for (const _ of [1, 2]) {
      const { model } = memoryModel(search());
      const tools = { search: sdk.tool({ inputSchema, execute }) };
      const agent = withHooks(new sdk.ToolLoopAgent({ model, tools }), createHooks());
      outputs.push(await toolParts((await agent.stream({ prompt: 'Go.' })).fullStream));
    }
    expect(outputs).toEqual([
      { preliminary: [], final: ['found'] },
      { preliminary: ['looking', 'found'], final: ['found'] },
    ]);
  });
});
