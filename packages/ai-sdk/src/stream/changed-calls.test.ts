import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryCall } from '../../test/memory-model.ts';
import { openStream } from '../../test/open-stream.ts';
import { called, finished, partModel } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('a call whose pieces hooks change, on ai $version', ({ sdk }) => {
  const stream = async (call: MemoryCall, changed: string) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ channel }) =>
      channel === 'tool-args' ? { delta: changed } : undefined,
    );
    const ran: unknown[] = [];
    const search = sdk.tool({
      inputSchema: z.object({ query: z.string() }),
      execute: (input) => void ran.push(input),
    });
    const memory = memoryModel([{ calls: [call] }, { text: 'Done.' }]);
    const result = await openStream(sdk, memory, hooks, { tools: { search } });
    const parts: unknown[] = [];
    for await (const part of result.fullStream) parts.push(part);
    return { ran, said: JSON.stringify([parts, memory.seen]) };
  };
  const call: MemoryCall = { id: 'c1', name: 'search', args: { query: 'secret' } };

  test('is read as one with broken arguments, and runs nothing, where the pieces are no JSON', async () => {
    const { ran, said } = await stream(call, '{"query":');
    expect(ran).toEqual([]);
    expect(said).toContain('tool-error');
    expect(said).not.toContain('secret');
  });

  test('says the same where the provider ran it', async () => {
    const { said } = await stream({ ...call, providerResult: 'found' }, '{"query":"safe"}');
    expect(said).toContain('safe');
    expect(said).not.toContain('secret');
  });

  test('keeps its own arguments where an open text has the same id', async () => {
    const hooks = createHooks();
    const change = ({ channel, delta }: { readonly channel: string; readonly delta: string }) =>
      channel === 'text' ? { delta: delta.replaceAll('a', 'b') } : undefined;
    hooks.addHook('onResponseDelta', change, { window: 4 });
    const { model } = partModel([
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'banana' },
      { type: 'tool-input-start', id: '0', toolName: 'search' },
      { type: 'tool-input-delta', id: '0', delta: '{"query":"banana"}' },
      { type: 'tool-input-end', id: '0' },
      { ...called('0', 'search'), input: '{"query":"banana"}' },
      { type: 'text-end', id: '0' },
      finished('tool-calls'),
    ]);
    const inputSchema = z.object({ query: z.string() });
    const tools = { search: sdk.tool({ inputSchema, execute: async () => 'found' }) };
    const result = withHooks(sdk, hooks).streamText({ model, tools, prompt: 'Go' });
    expect((await result.toolCalls)[0]?.input).toEqual({ query: 'banana' });
    expect(await result.text).toBe('bbnbnb');
  });
});
