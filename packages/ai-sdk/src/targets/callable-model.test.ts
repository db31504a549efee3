import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Returns the model as a function with the same members. */
function callable<T extends object>(model: T): T {
  return Object.assign(() => undefined, model);
}

function denying() {
  const hooks = createHooks();
  hooks.addHook('preRequest', () => deny('no model'), { name: 'guard' });
  return hooks;
}

describe.each(sdkVersions)('a model with one of the two methods on ai $version', ({ sdk }) => {
  const turns = [{ text: 'Hi.' }];
  const prompt = 'Hello?';

  test('passes the hooks in an agent, a function, a step and by itself', async () => {
    const { model, seen } = memoryModel(turns);
    const answers = { ...model, doStream: undefined } as never;
    const streams = { ...model, doGenerate: undefined } as never;
    const module = withHooks(sdk, denying());
    const agent = withHooks(new sdk.ToolLoopAgent({ model: streams }), denying());
    const prepareStep = () => ({ model: streams });
    const texts = [
      (await module.generateText({ model: answers, prompt })).text,
      await module.streamText({ model: streams, prompt }).text,
      await module.streamText({ model, prompt, prepareStep }).text,
      await (await agent.stream({ prompt })).text,
      (await sdk.generateText({ model: withHooks(answers, denying()), prompt })).text,
    ];
    for (const text of texts) expect(text).toContain('Blocked');
    expect(seen).toEqual([]);
  });
});

describe.each(sdkVersions)('a model that is a function on ai $version', ({ sdk }) => {
  const turns = [{ text: 'Hi.' }];
  const prompt = 'Hello?';

  test.each([{}, { require: 'enforced' as const }])(
    'passes the hooks of an agent, a function and by itself, with %o',
    async (options) => {
      const { model, seen } = memoryModel(turns);
      const own = callable(model);
      const agent = withHooks(new sdk.ToolLoopAgent({ model: own }), denying(), options);
      const module = withHooks(sdk, denying(), options);
      const alone = withHooks(own, denying(), options);
      const answers = [
        await agent.generate({ prompt }),
        await module.generateText({ model: own, prompt }),
        await sdk.generateText({ model: alone, prompt }),
      ];
      for (const { text } of answers) expect(text).toContain('Blocked');
      expect(await module.streamText({ model: own, prompt }).text).toContain('Blocked');
      expect(seen).toEqual([]);
    },
  );

  test('passes them where prepareStep brings it', async () => {
    const { model, seen } = memoryModel(turns);
    const first = memoryModel(turns);
    const prepareStep = () => ({ model: callable(model) });
    const given = { model: first.model, prompt, prepareStep };
    const { text } = await withHooks(sdk, denying()).generateText(given);
    expect(text).toContain('Blocked');
    expect([seen, first.seen]).toEqual([[], []]);
  });

  test('passes them where it embeds', async () => {
    const embedded: unknown[] = [];
    const model = callable({
      specificationVersion: 'v3',
      provider: 'memory',
      modelId: 'e1',
      maxEmbeddingsPerCall: 1,
      supportsParallelCalls: false,
      doEmbed: async ({ values }: { values: unknown[] }) => {
        embedded.push(...values);
        return { embeddings: values.map(() => [1]), warnings: [] };
      },
    });
    const embedding = withHooks(sdk, denying()).embed({ model: model as never, value: 'secret' });
    await expect(embedding).rejects.toThrow('no model');
    expect(embedded).toEqual([]);
  });

  test('says which model it is', async () => {
    const hooks = createHooks();
    const agents: unknown[] = [];
    hooks.observe('onChatStart', ({ agent }) => void agents.push([agent.model, agent.provider]));
    const { model } = memoryModel(turns);
    await withHooks(sdk, hooks).generateText({ model: callable(model), prompt });
    await hooks.flush();
    expect(agents).toEqual([['memory-1', { name: 'memory' }]]);
  });
});
