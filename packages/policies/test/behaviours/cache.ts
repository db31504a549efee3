import assert from 'node:assert/strict';

import { deny, type AgentIdentity, type Hooks } from '@interpose/core';
import type { Behaviour, Bench, HarnessRun } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectRequests,
  oneCall,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
  type SpyTool,
} from '@interpose/testing/conformance/kit';

import { cache } from '../../src/cache/index.ts';

/** Every run has a server of its own; to the cache they are one agent at one provider. */
const shop: AgentIdentity = { id: 'shop', provider: { name: 'scripted' } };

async function callOnce(
  bench: Bench,
  hooks: Hooks,
  search: SpyTool,
  id = 'ada',
): Promise<HarnessRun> {
  const run = await bench.start({
    hooks,
    model: oneCall('search', { city: 'Rome' }),
    messages: question,
    tools: [search],
    user: { id },
    agent: shop,
  });
  await hooks.flush();
  return run;
}

/** What a cache owes on every SDK. */
export const cacheBehaviours: readonly Behaviour[] = theme('cache', [
  {
    id: 'cache-tool',
    title: 'the same call of a read-only tool is answered from before, for the same user only',
    rows: [7],
    async run(bench) {
      const hooks = bench.hooks({ policies: [cache({ tools: 'search' })] });
      let count = 0;
      const search = spyTool('search', () => `price ${++count}`);
      for (const [id, price] of [
        ['ada', 'price 1'],
        ['ada', 'price 1'],
        ['bob', 'price 2'],
      ] as const) {
        const run = await callOnce(bench, hooks, search, id);
        expectAnswer(run, 'All done.');
        assert.match(toolTextSeen(run, 'call_search'), new RegExp(price));
      }
      assert.equal(search.runs.length, 2);
    },
  },
  {
    id: 'cache-tool-error',
    title: 'what failed or was withheld is asked again',
    rows: [7],
    async run(bench) {
      const hooks = bench.hooks({ policies: [cache({ tools: 'search' })] });
      const dispose = hooks.addHook('onToolCallResult', () => deny('secret'));
      const search = spyTool('search', () => {
        if (search.runs.length === 2) throw new Error('down');
        return `price ${search.runs.length}`;
      });
      await callOnce(bench, hooks, search);
      dispose();
      await callOnce(bench, hooks, search);
      const run = await callOnce(bench, hooks, search);
      assert.match(toolTextSeen(run, 'call_search'), /price 3/);
    },
  },
  {
    id: 'cache-request',
    title: 'the same request is answered from before without asking the model',
    rows: [6, 9],
    async run(bench) {
      const hooks = bench.hooks({ policies: [cache({ requests: 'all', per: 'all' })] });
      const log: string[] = [];
      hooks.observe('onResponse', () => void log.push('judged'));
      const first = await bench.start({
        hooks,
        model: [{ kind: 'answer', text: ['It costs ', 'ten.'], chunkDelayMs: 40 }],
        messages: question,
        agent: shop,
        consumer: { onText: (text) => void log.push(text) },
      });
      await hooks.flush();
      expectAnswer(first, 'It costs ten.');
      assert.ok(
        bench.mode === 'plain' || log.indexOf('It costs ') < log.indexOf('judged'),
        log.join('|'),
      );
      const second = await bench.start({
        hooks,
        model: [says('Never.')],
        messages: question,
        agent: shop,
      });
      expectAnswer(second, 'It costs ten.');
      expectRequests(second, 0);
      const other = [{ role: 'user', text: 'And two?' }] as const;
      const third = await bench.start({
        hooks,
        model: [says('Twenty.')],
        messages: other,
        agent: shop,
      });
      expectAnswer(third, 'Twenty.');
    },
  },
  {
    id: 'cache-calls',
    title: 'a whole run with a call is repeated from the cache',
    rows: [6, 7],
    async run(bench) {
      const hooks = bench.hooks({
        policies: [cache({ requests: 'all', tools: 'search', per: 'all' })],
      });
      const search = spyTool('search', () => 'ten euros');
      expectAnswer(await callOnce(bench, hooks, search), 'All done.');
      const again = await callOnce(bench, hooks, search);
      expectAnswer(again, 'All done.');
      expectRequests(again, 0);
      assert.equal(search.runs.length, 1);
    },
  },
]);
