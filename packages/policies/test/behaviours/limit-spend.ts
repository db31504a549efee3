import assert from 'node:assert/strict';

import { memoryStore, type Policy, type StateStore } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectKind,
  expectRefusal,
  expectRequests,
  fails,
  oneCall,
  question,
  spyTool,
  theme,
} from '@interpose/testing/conformance/kit';

import { limitSpend } from '../../src/limit-spend/index.ts';
import { expectModelAsked } from '../kit/expect-model-asked.ts';
import { expectModelUnasked } from '../kit/expect-model-unasked.ts';

/** A budget of one request and a half: a million tokens are reserved for every request. */
function budgetIn(store: StateStore): Policy {
  return limitSpend({
    tokens: 1_500_000,
    per: 'all',
    windowMs: Infinity,
    name: 'b',
    store,
    estimate: () => ({ inputTokens: 500_000, outputTokens: 500_000 }),
  });
}

/** The tokens in the store's one budget. */
async function tokensIn(store: StateStore): Promise<number> {
  const entries = (await store.get('limit-spend:b:all')) as
    | readonly (readonly number[])[]
    | undefined;
  return (entries ?? []).reduce((sum, entry) => sum + (entry[1] ?? 0), 0);
}

/** What a budget owes on every SDK. */
export const limitSpendBehaviours: readonly Behaviour[] = theme('limit-spend', [
  {
    id: 'limit-spend-deny',
    title: 'a request beyond the budget reaches no model, and the caller gets the refusal',
    rows: [6],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [
          limitSpend({
            tokens: 1000,
            outputTokens: 0,
            estimate: () => ({ inputTokens: 600 }),
            per: 'chat',
            message: 'The budget is spent.',
          }),
          // Usage is not told by every host: without it the estimate stays.
          {
            name: 'no-usage',
            hooks: {
              onResponse: {
                priority: 950,
                run: ({ response }) => ({ response: { ...response, usage: {} } }),
              },
            },
          },
        ],
      });
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      expectRefusal(run, 'The budget is spent.');
      expectRequests(run, 1);
      assert.equal(search.runs.length, 1);
    },
  },
  {
    id: 'limit-spend-settle',
    title: 'what the provider tells takes the place of the estimate, and streams are not held back',
    rows: [6, 9],
    async run(bench) {
      const store = memoryStore();
      const hooks = bench.hooks({ policies: [budgetIn(store)] });
      const told: number[] = [];
      hooks.observe('onResponse', ({ response }) => {
        const { inputTokens = 500_000, outputTokens = 500_000 } = response.usage ?? {};
        told.push(inputTokens + outputTokens);
      });
      const log: string[] = [];
      hooks.observe('onResponse', () => void log.push('judged'));
      const run = await bench.start({
        hooks,
        model: [{ kind: 'answer', text: ['It costs ', 'ten ', 'euros.'], chunkDelayMs: 40 }],
        messages: question,
        consumer: { onText: (text) => void log.push(text) },
      });
      await hooks.flush();
      expectAnswer(run, 'It costs ten euros.');
      assert.equal(await tokensIn(store), told[0]);
      assert.ok(
        bench.mode === 'plain' || log.indexOf('It costs ') < log.indexOf('judged'),
        log.join('|'),
      );
    },
  },
  {
    id: 'limit-spend-failure',
    title: 'a request that fails costs nothing',
    rows: [8],
    async run(bench) {
      const store = memoryStore();
      const hooks = bench.hooks({ policies: [budgetIn(store)] });
      const failed = await bench.start({ hooks, model: [fails('overloaded')], messages: question });
      await hooks.flush();
      expectKind(failed, 'error');
      assert.equal(await tokensIn(store), 0);
      await expectModelAsked(bench, hooks);
    },
  },
  {
    id: 'limit-spend-price',
    title: 'a model without a price is not asked where money is limited',
    rows: [6],
    async run(bench) {
      const unpriced = limitSpend({
        money: 1,
        prices: { 'another model': { input: 1, output: 1 } },
      });
      await expectModelUnasked(bench, bench.hooks({ policies: [unpriced] }));
      const priced = limitSpend({ money: 1, prices: { '*': { input: 1, output: 1 } } });
      await expectModelAsked(bench, bench.hooks({ policies: [priced] }));
    },
  },
]);
