import { createHooks } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { drain } from '../../test/drain.ts';
import { endings, hear, openStream, soon } from '../../test/open-stream.ts';
import { memoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';
// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';

describe.each(sdkVersions)('the end of a stream on ai $version', ({ sdk }) => {
  const search = () => sdk.tool({ inputSchema: z.object({}), execute: async () => 'found' });
  const twoSteps: MemoryTurn[] = [
    { text: ['Let ', 'me look.'], calls: [{ id: 'c1', name: 'search' }] },
    { text: ['Ten ', 'euros.'] },
  ];

  test('ends the chat once, however the stream is read', async () => {
    const readings = [
      async (result: Awaited<ReturnType<typeof openStream>>) => void (await result.text),
      async (result: Awaited<ReturnType<typeof openStream>>) => await result.consumeStream(),
      async (result: Awaited<ReturnType<typeof openStream>>) =>
        void (await Promise.all([result.text, result.usage, result.steps])),
      async (result: Awaited<ReturnType<typeof openStream>>) =>
        void (await new Response(result.textStream.pipeThrough(new TextEncoderStream())).text()),
      async (result: Awaited<ReturnType<typeof openStream>>) =>
        void (await result.toUIMessageStreamResponse().text()),
    ];
    for (const read of readings) {
      const hooks = createHooks();
      const heard = hear(hooks, ...endings);
      await read(
        await openStream(sdk, memoryModel(twoSteps), hooks, { tools: { search: search() } }),
      );
      await vi.waitFor(() => expect(heard).toEqual(['onChatDone']));
      await soon();
      await hooks.flush();
      expect(heard).toEqual(['onChatDone']);
    }
  });

  test('aborts the chat and lets go of the provider when the consumer stops reading', async () => {
    for (const stop of ['break', 'reader', 'response'] as const) {
      const hooks = createHooks();
      const heard = hear(hooks, ...endings);
      const memory = memoryModel([{ text: ['One ', 'two ', 'three ', 'four'], delayMs: 5 }]);
      const result = await openStream(sdk, memory, hooks);
      if (stop === 'break') for await (const text of result.textStream) if (text !== '') break;
      if (stop === 'reader') {
        const reader = result.fullStream.getReader();
        await reader.read();
        await reader.cancel();
      }
      if (stop === 'response') await result.toUIMessageStreamResponse().body?.cancel();
      await vi.waitFor(() => expect([stop, ...heard]).toEqual([stop, 'onChatAbort']));
      await hooks.flush();
      expect([stop, memory.seen[0]?.abortSignal?.aborted ?? true]).toEqual([stop, true]);
    }
  });

  test('goes on for a consumer who breaks off one stream and waits for the text', async () => {
    const hooks = createHooks();
    const heard = hear(hooks, ...endings);
    const result = await openStream(sdk, memoryModel([{ text: ['One ', 'two'] }]), hooks);
    for await (const text of result.textStream) if (text !== '') break;
    expect(await result.text).toBe('One two');
    await vi.waitFor(() => expect(heard).not.toEqual([]));
    await soon();
    await hooks.flush();
    expect(heard).toEqual(['onChatDone']);
  });

  test('aborts the chat of a stream that everybody forgot', async () => {
    const hooks = createHooks();
    const heard = hear(hooks, ...endings);
    const forget = async (): Promise<void> => {
      await openStream(sdk, memoryModel([{ text: ['One ', 'two'] }]), hooks);
    };
    await forget();
    for (let round = 0; round < 50 && heard.length === 0; round++) {
      collect();
      await soon();
    }
    expect(heard).toEqual(['onChatAbort']);
  });

  test('aborts with the signal of the caller, in the middle of a stream and before it', async () => {
    for (const early of [true, false]) {
      const hooks = createHooks();
      const heard = hear(hooks, ...endings);
      const controller = new AbortController();
      if (early) controller.abort(new Error('gone'));
      const agent = withHooks(
        new sdk.ToolLoopAgent({
          model: memoryModel([{ text: ['One ', 'two'], hang: true }]).model,
        }),
        hooks,
      );
      const result = await agent.stream({ prompt: 'Go', abortSignal: controller.signal });
      await (async () => {
        for await (const part of result.fullStream)
          if (part.type === 'text-delta') controller.abort(new Error('gone'));
      })().catch(() => undefined);
      await vi.waitFor(() => expect(heard).toEqual(['onChatAbort']));
      await soon();
      await hooks.flush();
      expect(heard).toEqual(['onChatAbort']);
    }
  });

  test("leaves the SDK's own report of errors as it was", async () => {
    const broken = new Error('no such model');
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const told: unknown[] = [];
    const fail = async (settings: object): Promise<void> => {
      const hooks = createHooks();
      hooks.addHook('preToolCall', () => undefined);
      const result = withHooks(sdk, hooks).streamText({
        model: memoryModel([{ error: broken }]).model,
        prompt: 'Go',
        maxRetries: 0,
        ...settings,
      });
      await drain(result.fullStream);
    };
    await fail({});
    expect(printed).toHaveBeenCalledWith(broken);
    printed.mockClear();
    await fail({ onError: ({ error }: { error: unknown }) => void told.push(error) });
    expect(printed).not.toHaveBeenCalled();
    expect(told).toEqual([broken]);
    printed.mockRestore();
  });

  test('ends the chat in the error of a provider, at the first step and at a later one', async () => {
    for (const turns of [
      [{ error: new Error('down') }],
      [...twoSteps.slice(0, 1), { error: new Error('down') }],
    ]) {
      const hooks = createHooks();
      const errors: unknown[] = [];
      hooks.observe('onChatError', ({ error }) => void errors.push((error as Error).message));
      const heard = hear(hooks, ...endings);
      const result = await openStream(sdk, memoryModel(turns), hooks, {
        tools: { search: search() },
        maxRetries: 0,
      });
      await drain(result.fullStream);
      await hooks.flush();
      expect([heard, errors]).toEqual([['onChatError'], ['down']]);
    }
  });

  test('ends the chat in an error in the middle of a stream', async () => {
    const hooks = createHooks();
    const heard = hear(hooks, ...endings, 'onRequestError');
    const result = await openStream(
      sdk,
      memoryModel([{ text: ['One '], streamError: new Error('cut') }]),
      hooks,
    );
    await drain(result.fullStream);
    await hooks.flush();
    expect(heard.toSorted()).toEqual(['onChatError', 'onRequestError']);
  });
});
