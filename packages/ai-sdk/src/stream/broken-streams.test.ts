import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { endings, hear } from '../../test/open-stream.ts';
import { finished, partModel, said } from '../../test/part-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

describe.each(sdkVersions)('a stream that breaks off on ai $version', ({ sdk }) => {
  test('tells the SDK of an abort with a reason of its own, however late the provider says so', async () => {
    const hooks = createHooks();
    hooks.observe('onResponse', () => undefined);
    const { model } = memoryModel([{ text: ['One ', 'two'], hang: true }]);
    const controller = new AbortController();
    const told: string[] = [];
    const result = withHooks(sdk, hooks).streamText({
      model,
      prompt: 'Go',
      abortSignal: controller.signal,
      onAbort: () => void told.push('onAbort'),
    });
    for await (const { type } of result.fullStream) {
      if (type === 'text-delta') controller.abort(new Error('I had enough'));
      if (type === 'abort') told.push(type);
    }
    expect(told.toSorted()).toEqual(['abort', 'onAbort']);
  });

  test('ends its chat where the SDK refuses the call at once', async () => {
    const hooks = createHooks();
    const heard = hear(hooks, 'onChatStart', ...endings);
    const { model } = memoryModel([]);
    const call = { model, prompt: 'Go', output: 'of no kind' } as never;
    expect(() => withHooks(sdk, hooks).streamObject(call)).toThrow(/output/);
    await expect.poll(() => heard).toEqual(['onChatStart', 'onChatError']);
  });

  test.each(['onResponse', 'onResponseDelta'] as const)(
    'passes an error in the middle of the stream of a lone model, %s',
    async (event) => {
      const hooks = createHooks();
      hooks.addHook(event, () => undefined);
      const heard = hear(hooks, ...endings);
      const error = new Error('cut');
      const [start, delta, end] = said('1', 'One');
      const { model } = partModel([
        start!,
        delta!,
        { type: 'error', error },
        end!,
        finished('error'),
      ]);
      const told: string[] = [];
      const result = sdk.streamText({
        model: withHooks(model, hooks),
        prompt: 'Go',
        onError: () => void told.push('onError'),
        onFinish: ({ finishReason, text }) => void told.push(finishReason, text),
      });
      const types: string[] = [];
      for await (const { type } of result.fullStream) types.push(type);
      expect(types.slice(-3)).toEqual([
        event === 'onResponse' ? 'error' : 'text-end',
        'finish-step',
        'finish',
      ]);
      // Text that was held back was never judged, so it does not come out.
      const text = event === 'onResponse' ? '' : 'One';
      expect(told).toEqual(['onError', 'error', text]);
      expect(await result.text).toBe(text);
      await hooks.flush();
      expect(heard).toEqual(['onChatError']);
    },
  );

  test('ends without the metadata of the provider, which may spell what was held back', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => undefined);
    const parts = [
      ...said('1', 'SECRET'),
      { type: 'error', error: new Error('cut') },
      { ...finished('error'), providerMetadata: { provider: { text: 'SECRET' } } },
    ];
    const { model } = partModel(parts);
    const call = { model, prompt: 'Go', onError: () => undefined };
    const chunks = [];
    for await (const chunk of withHooks(sdk, hooks).streamText(call).fullStream) chunks.push(chunk);
    expect(chunks.at(-1)?.type).toBe('finish');
    expect(JSON.stringify(chunks)).not.toContain('SECRET');
  });

  test.each([{ buffered: false }, { buffered: true }])(
    'passes on what a hook made of an error in the middle of it, buffered: $buffered',
    async ({ buffered }) => {
      const hooks = createHooks();
      hooks.addHook('onRequestError', () => ({ error: { message: 'try later' } }));
      if (buffered) hooks.addHook('onResponse', () => undefined);
      const heard = hear(hooks, ...endings);
      const { model } = memoryModel([
        { text: 'One', streamError: new Error('key abc is used up') },
      ]);
      const told: unknown[] = [];
      const onError = ({ error }: { error: unknown }): void => void told.push(error);
      const result = withHooks(sdk, hooks).streamText({ model, prompt: 'Go', onError });
      const types: string[] = [];
      for await (const { type } of result.fullStream) types.push(type);
      expect(types.slice(-3)).toEqual(['error', 'finish-step', 'finish']);
      expect(told).toEqual([new Error('try later')]);
      await hooks.flush();
      expect(heard).toEqual(['onChatError']);
    },
  );

  test.each([
    ['answer', 'onResponse', undefined],
    ['error', 'onRequestError', new Error('overloaded')],
  ] as const)('is not asked for again where hooks denied its %s', async (_, event, streamError) => {
    const hooks = createHooks();
    hooks.addHook(event, () => deny('no'));
    const { model, seen } = memoryModel([
      { text: '{"a":1}', streamError },
      { text: '{"a":2}' },
      { text: '{"a":3}' },
    ]);
    const output = sdk.Output.object({ schema: z.object({ a: z.number() }) });
    const onError = () => ({ retry: true });
    const call = { model, output, prompt: 'Go', streamRetries: 1, onError };
    const result = withHooks(sdk, hooks).streamText(call as never);
    const types: string[] = [];
    for await (const { type } of result.fullStream) types.push(type);
    expect(types).toContain('error');
    expect(seen).toHaveLength(1);
  });
});
