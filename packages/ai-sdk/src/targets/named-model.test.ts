import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel, type MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

function ask(
  { sdk }: SdkVersion,
  { model }: MemoryModel,
  hooks: Hooks,
  settings: object = {},
): Promise<{ text: string; finishReason: string; usage: { outputTokens: number | undefined } }> {
  return withHooks(new sdk.ToolLoopAgent({ model, ...settings }), hooks).generate({
    prompt: 'Hello?',
  });
}

describe.each(sdkVersions)('a model that is named on ai $version', (version) => {
  const { sdk, major } = version;

  test('asks another model when a hook names one that the default provider has', async () => {
    const other = memoryModel([{ text: 'From the other.' }]);
    const before = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER') as unknown;
    Object.assign(globalThis, {
      AI_SDK_DEFAULT_PROVIDER: { specificationVersion: 'v3', languageModel: () => other.model },
    });
    try {
      const hooks = createHooks();
      hooks.addHook('preRequest', ({ request }) => ({
        request: { ...request, model: 'shop/other' },
      }));
      expect((await ask(version, memoryModel([]), hooks)).text).toBe('From the other.');
    } finally {
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
    }
  });

  test.each([
    ['v3', 'v2'],
    ['v2', 'v3'],
  ] as const)(
    'tells the end of an answer as %s does, where a hook names a model of %s',
    async (own, named) => {
      const turn = { text: 'Ten.', finish: 'content-filter' };
      const other = memoryModel([turn, turn], named);
      const before = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER') as unknown;
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: { languageModel: () => other.model } });
      try {
        const hooks = createHooks();
        hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'other' } }));
        const hooked = withHooks(sdk, hooks);
        const options = { model: memoryModel([], own).model, prompt: 'Go' };
        for (const result of [await hooked.generateText(options), hooked.streamText(options)]) {
          expect(await result.finishReason).toBe('content-filter');
          expect(await result.usage).toMatchObject({ inputTokens: 3, outputTokens: 5 });
        }
      } finally {
        Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
      }
    },
  );

  test.each([
    ['v4', 'v3', 'aGk='],
    ['v3', 'v4', { type: 'data', data: 'aGk=' }],
  ] as const)('sends files of a prompt of %s as %s writes them', async (own, named, data) => {
    if (major === 6 && own === 'v4') return;
    const other = memoryModel([{ text: 'Seen.' }], named);
    const before = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER') as unknown;
    Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: { languageModel: () => other.model } });
    try {
      const hooks = createHooks();
      hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, model: 'other' } }));
      const file = { type: 'file', data: 'aGk=', mediaType: 'application/pdf' } as const;
      await withHooks(sdk, hooks).generateText({
        model: memoryModel([], own).model,
        messages: [{ role: 'user', content: [file] }],
      });
      expect(other.seen[0]?.prompt[0]?.content).toMatchObject([{ data }]);
    } finally {
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
    }
  });

  test('resolves a model that is only named, in an agent, in the module and on its own', async () => {
    const memory = memoryModel([{ text: '1' }, { text: '2' }, { text: '3' }]);
    const before = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER') as unknown;
    Object.assign(globalThis, {
      AI_SDK_DEFAULT_PROVIDER: { specificationVersion: 'v3', languageModel: () => memory.model },
    });
    try {
      const hooks = createHooks();
      const asked: unknown[] = [];
      hooks.addHook('preRequest', ({ request }) => void asked.push(request.model));
      await withHooks(new sdk.ToolLoopAgent({ model: 'shop/one' }), hooks).generate({
        prompt: 'Go.',
      });
      await withHooks(sdk, hooks).generateText({ model: 'shop/one', prompt: 'Go.' });
      await sdk.generateText({ model: withHooks('shop/one', hooks), prompt: 'Go.' });
      expect(asked).toEqual(['memory-1', 'memory-1', 'memory-1']);
    } finally {
      Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
    }
  });

  test("resolves a named model through the SDK's own gateway where no default provider is set", () => {
    const hooked = withHooks('openai/gpt-5', createHooks());
    expect([hooked.provider, hooked.modelId]).toEqual(['gateway', 'openai/gpt-5']);
    expect(major).toBeGreaterThan(5);
  });
});
