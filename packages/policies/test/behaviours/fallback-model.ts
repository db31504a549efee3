import assert from 'node:assert/strict';

import type { ModelRequest } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectError,
  expectRequests,
  fails,
  hear,
  question,
  says,
  theme,
} from '@interpose/testing/conformance/kit';

// @boundaries-ignore a model in memory, shared by tests only
import { memoryModel } from '../../../ai-sdk/test/memory-model.ts';
import { fallbackModel } from '../../src/fallback-model/index.ts';

/** What going on with another model owes on every SDK. */
export const fallbackModelBehaviours: readonly Behaviour[] = theme('fallback-model', [
  {
    id: 'fallback-model-asked',
    title: 'a model that the app asks answers in place of one that fails',
    rows: [8, 49, 55, 92],
    async run(bench) {
      const asked: ModelRequest[] = [];
      const other = {
        model: 'model-b',
        ask(request: ModelRequest) {
          asked.push(request);
          return { content: [{ type: 'text', text: 'From the other.' }] } as const;
        },
      };
      const hooks = bench.hooks({ policies: [fallbackModel([other])] });
      const run = await bench.start({
        hooks,
        model: [fails('overloaded', 503)],
        messages: question,
      });
      expectAnswer(run, 'From the other.');
      expectRequests(run, 1);
      assert.deepEqual(
        asked.map(({ model, messages }) => [model, messages.length]),
        [['model-b', 1]],
      );
    },
  },
  {
    id: 'fallback-model-named',
    title:
      'a model that is named is asked where the SDK takes names; elsewhere the failure stands and the record says so',
    rows: [8, 42],
    async run(bench) {
      const byName = ['ai-sdk', 'openai'].includes(bench.harness.framework);
      const hooks = bench.hooks({ policies: [fallbackModel(['model-b'])] });
      const heard = hear(hooks, 'onResponse', 'onDecision');
      const run = await withProvider(() =>
        bench.start({
          hooks,
          model: [fails('overloaded', 503), says('Ten ', 'euros.')],
          messages: question,
        }),
      );
      await hooks.flush();
      if (byName) {
        expectAnswer(run, 'Ten euros.');
        assert.deepEqual(
          heard.of('onResponse').map(({ request }) => request.model),
          ['model-b'],
        );
        return;
      }
      assert.match(String(expectError(run)), /overloaded/);
      expectRequests(run, 1);
      const codes = heard.of('onDecision').flatMap(({ record }) => record.codes);
      assert.deepEqual(codes, ['fallback_unsupported']);
    },
  },
  {
    id: 'fallback-model-leaves',
    title: 'a failure of the request itself stands, and so does that of the last model',
    rows: [8, 56],
    async run(bench) {
      const other = { model: 'model-b', ask: () => Promise.reject(new Error('away too')) };
      const hooks = bench.hooks({ policies: [fallbackModel([other])] });
      const wrong = await bench.start({
        hooks,
        model: [fails('no such tool', 400)],
        messages: question,
      });
      assert.match(String(expectError(wrong)), /no such tool/);
      const both = await bench.start({
        hooks,
        model: [fails('overloaded', 503)],
        messages: question,
      });
      assert.match(String(expectError(both)), /away too/);
    },
  },
  {
    id: 'fallback-model-streams',
    title:
      'a stream that breaks midway goes on with another model where streams are held, and fails elsewhere',
    rows: [8, 9],
    modes: ['streamed'],
    async run(bench) {
      const other = {
        model: 'model-b',
        ask: () => ({ content: [{ type: 'text', text: 'From the other.' }] }) as const,
      };
      const cut = { kind: 'cut', text: ['It costs '] } as const;
      const holding = bench.hooks({
        policies: [fallbackModel([other], { holdStreams: true, when: () => true })],
      });
      const held = await bench.start({ hooks: holding, model: [cut], messages: question });
      expectAnswer(held, 'From the other.');
      const passing = bench.hooks({ policies: [fallbackModel([other], { when: () => true })] });
      expectError(await bench.start({ hooks: passing, model: [cut], messages: question }));
    },
  },
]);

/** Appoints the provider that the AI SDK finds models by their names in; other SDKs do not look there. */
async function withProvider<T>(run: () => Promise<T>): Promise<T> {
  const before: unknown = Reflect.get(globalThis, 'AI_SDK_DEFAULT_PROVIDER');
  const { model } = memoryModel([{ text: ['Ten ', 'euros.'] }]);
  Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: { languageModel: () => model } });
  try {
    return await run();
  } finally {
    Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: before });
  }
}
