import { createHooks, deny, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { endings, hear, openStream, soon } from '../../test/open-stream.ts';
import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('streams on ai $version', ({ sdk, major }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });
  const twoSteps: MemoryTurn[] = [
    { text: ['Let ', 'me look.'], calls: [{ id: 'c1', name: 'search' }] },
    { text: ['Ten ', 'euros.'] },
  ];

  test('replays the parts of the provider when a buffered answer was left alone', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    const seen = async (hooked: boolean): Promise<unknown[]> => {
      const settings = { model: memoryModel(twoSteps).model, tools: { search: search() } };
      const agent = new sdk.ToolLoopAgent(settings);
      const result = await (hooked ? withHooks(agent, hooks) : agent).stream({ prompt: 'Go' });
      const parts: unknown[] = [];
      for await (const part of result.fullStream)
        if (/^(text|tool-input|tool-call)/.test(part.type)) parts.push({ ...part, id: undefined });
      return parts;
    };
    expect(await seen(true)).toEqual(await seen(false));
  });

  test('asks about the answer before a call of it is asked about or runs', async () => {
    const hooks = createHooks();
    const order = hear(hooks, 'onResponse', 'preToolCall', 'onToolCallResult');
    await (
      await openStream(sdk, memoryModel(twoSteps), hooks, { tools: { search: search() } })
    ).text;
    await hooks.flush();
    expect(order).toEqual(['onResponse', 'preToolCall', 'onToolCallResult', 'onResponse']);
  });

  test('lets a changed answer leave in place of the original', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', ({ response }) => ({
      response: mapText(response, (text) => text.replace('euros', 'dollars')),
    }));
    const result = await openStream(sdk, memoryModel([{ text: ['Ten ', 'euros.'] }]), hooks);
    const texts: string[] = [];
    for await (const text of result.textStream) texts.push(text);
    expect(texts.join('')).toBe('Ten dollars.');
  });

  test('holds back what a window may still match, and lets the rest go at once', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'onResponseDelta',
      ({ delta }) => ({ delta: delta.replaceAll('4z42', '[card]') }),
      { window: 4 },
    );
    const result = await openStream(
      sdk,
      memoryModel([{ text: ['My card is 4z', '42, and so on.'] }]),
      hooks,
    );
    const texts: string[] = [];
    for await (const text of result.textStream) texts.push(text);
    expect(texts.join('')).toBe('My card is [card], and so on.');
    expect(texts.length).toBeGreaterThan(1);
  });

  test('asks the provider for no raw chunks while a window holds text back', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', () => undefined, { window: 4 });
    const memory = memoryModel([{ text: 'Hello.' }]);
    await withHooks(sdk, hooks).streamText({
      model: memory.model,
      prompt: 'Go',
      includeRawChunks: true,
    }).text;
    expect(memory.seen[0]?.['includeRawChunks']).toBe(false);
  });

  test('ends a stream cleanly when a delta is denied, and drops the calls behind it', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) =>
      delta.includes('secret') ? deny('no secrets') : undefined,
    );
    const ran: unknown[] = [];
    const tools = {
      search: sdk.tool({
        inputSchema: z.object({}),
        execute: async (input) => void ran.push(input),
      }),
    };
    const result = await openStream(
      sdk,
      memoryModel([
        { text: ['Hello, ', 'the secret ', 'is out.'], calls: [{ id: 'c1', name: 'search' }] },
      ]),
      hooks,
      { tools },
    );
    const types: string[] = [];
    for await (const part of result.fullStream) types.push(part.type);
    expect(types.filter((type) => /^(text-(start|end)|finish)/.test(type))).toEqual([
      'text-start',
      'text-end',
      'text-start',
      'text-end',
      'finish-step',
      'finish',
    ]);
    expect(await result.finishReason).toBe('content-filter');
    expect(await result.text).not.toContain('secret');
    expect(ran).toEqual([]);
  });

  test("keeps the provider's chunk timeouts while an answer is held back", async () => {
    // The whole answer takes longer than one chunk may. Each chunk takes far less, also on a busy machine.
    const slow: MemoryTurn[] = [{ text: ['One ', 'two ', 'three ', 'four'], delayMs: 150 }];
    const buffered = createHooks();
    buffered.addHook('onResponse', () => undefined);
    const held = await openStream(sdk, memoryModel(slow), buffered, {
      timeout: { chunkMs: 450, firstChunkMs: 450 },
    });
    expect(await held.text).toBe('One two three four');
    const late = createHooks();
    late.addHook('onResponse', () => undefined);
    const heard = hear(late, ...endings);
    const cut = await openStream(
      sdk,
      memoryModel([{ text: ['One ', 'two'], delayMs: 200 }]),
      late,
      {
        timeout: { chunkMs: 60, firstChunkMs: 60 },
      },
    );
    const types: string[] = [];
    await (async () => {
      for await (const part of cut.fullStream) types.push(part.type);
    })().catch(() => undefined);
    await soon();
    await late.flush();
    expect(types).toContain('abort');
    expect(heard).toEqual(['onChatAbort']);
    expect(major).toBeGreaterThan(5);
  });
});
