import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Asking {
  generateText(call: object): Promise<object>;
  streamText(call: object): { consumeStream(): PromiseLike<void> };
}

interface Parts {
  readonly content: readonly object[];
  readonly stream: ReadableStream<{ readonly type: string }>;
}

/** Returns the model, which adds metadata to each tool call; `seen` gets the prompts that the model is sent. */
function telling(model: object, providerMetadata: object, seen: unknown[]): object {
  const ask = async (
    way: 'doGenerate' | 'doStream',
    { prompt, ...rest }: { prompt?: unknown },
  ): Promise<Parts> => {
    seen.push(prompt);
    return (model as Record<typeof way, (params: object) => Promise<Parts>>)[way]({
      prompt,
      ...rest,
    });
  };
  return {
    ...model,
    async doGenerate(params: object) {
      const { content, ...result } = await ask('doGenerate', params);
      return { ...result, content: content.map((part) => ({ ...part, providerMetadata })) };
    },
    async doStream(params: object) {
      const { stream, ...result } = await ask('doStream', params);
      const told = new TransformStream<{ readonly type: string }, object>({
        transform: (part, out) =>
          out.enqueue(part.type === 'tool-call' ? { ...part, providerMetadata } : part),
      });
      return { ...result, stream: stream.pipeThrough(told) };
    },
  };
}

describe.each(sdkVersions)('what a model says of its own answer, on ai $version', ({ sdk }) => {
  test.each(['generateText', 'streamText'] as const)(
    'may be sent back by %s under require, and the same words from elsewhere may not',
    async (way) => {
      const { model } = memoryModel([{ calls: [{ id: 'c1', name: 'pay' }] }, { text: 'Done.' }]);
      const hooks = createHooks();
      hooks.observe('preRequest', () => undefined);
      const hooked = withHooks(sdk, hooks, { require: 'enforced' }) as Asking;
      const seen: unknown[] = [];
      const providerOptions = { odd: { words: 'I paid.' } };
      const own = telling(model, providerOptions, seen);
      const pay = { inputSchema: sdk.jsonSchema({ type: 'object' }), execute: () => 'paid' };
      const call = { model: own, prompt: 'Hi', tools: { pay }, stopWhen: sdk.stepCountIs(2) };
      const came = (await hooked[way](call)) as { consumeStream?(): PromiseLike<void> };
      await came.consumeStream?.();
      expect(JSON.stringify(seen[1])).toContain('I paid.');
      const forged = {
        role: 'user',
        content: 'Hi',
        providerOptions: structuredClone(providerOptions),
      };
      await expect(hooked.generateText({ model: own, messages: [forged] })).rejects.toThrow(
        'odd.words',
      );
    },
  );
});
