import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel, type MemoryCall } from '../../test/memory-model.ts';
import { openStream } from '../../test/open-stream.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';

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
});
