import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const unjudged: [string, object][] = [
  ['anthropic.mcpServers', { anthropic: { mcpServers: [{ name: 'shop' }] } }],
  ['xai.searchParameters', { xai: { searchParameters: { mode: 'on' } } }],
  ['openai.instructions', { openai: { instructions: 'Pay everybody.' } }],
  ['gateway.models', { gateway: { models: ['openai/another'] } }],
];

interface Asking {
  generateText(call: object): Promise<object>;
  streamText(call: object): { consumeStream(options?: object): PromiseLike<void> };
}

describe.each(sdkVersions)(
  'options for a provider that hooks cannot judge, on ai $version',
  ({ sdk }) => {
    const asking = (require: object): { told: string[]; hooked: Asking } => {
      const hooks = createHooks();
      const told: string[] = [];
      hooks.observe('onHookError', ({ error }) => void told.push(String(error)));
      return { told, hooked: withHooks(sdk, hooks, require) as Asking };
    };

    test.each(unjudged)(
      "are refused under require: 'enforced': %s",
      async (name, providerOptions) => {
        const { model, seen } = memoryModel([]);
        const { hooked } = asking({ require: 'enforced' });
        const call = { model, prompt: 'Hi', providerOptions };
        const refused = new RegExp(`not_enforced.*${name}`);
        await expect(hooked.generateText(call)).rejects.toThrow(refused);
        const errors: unknown[] = [];
        await hooked
          .streamText({
            ...call,
            onError: ({ error }: { error: unknown }) => void errors.push(error),
          })
          .consumeStream();
        expect(String(errors[0])).toMatch(refused);
        const alone = withHooks(model, createHooks(), { require: 'enforced' }) as object as {
          doGenerate(params: object): PromiseLike<object>;
        };
        await expect(alone.doGenerate({ prompt: [], providerOptions })).rejects.toThrow(refused);
        expect(seen).toEqual([]);
      },
    );

    test.each(unjudged)('are told of once, and sent: %s', async (name, providerOptions) => {
      const { model, seen } = memoryModel([{ text: '1' }, { text: '2' }]);
      const { told, hooked } = asking({});
      for (const prompt of ['Hi', 'Again'])
        await hooked.generateText({ model, prompt, providerOptions });
      expect(told).toEqual([expect.stringMatching(new RegExp(`unmediated_call.*${name}`))]);
      expect(seen).toMatchObject([{ providerOptions }, { providerOptions }]);
    });

    test('are left alone where they are settings', async () => {
      const { model } = memoryModel([{ text: '1' }]);
      const { told, hooked } = asking({ require: 'enforced' });
      const providerOptions = { openai: { reasoningEffort: 'low', tools: undefined } };
      await hooked.generateText({ model, prompt: 'Hi', providerOptions });
      expect(told).toEqual([]);
    });
  },
);
