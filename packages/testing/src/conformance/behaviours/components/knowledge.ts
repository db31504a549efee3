import assert from 'node:assert/strict';

import { deny, type KnowledgeQuery } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { theme } from '../../kit/theme.ts';
import type { Hooks } from '@interpose/core';

/** Behaviours for an agent's search index. */
export const knowledge: readonly Behaviour[] = theme('knowledge', [
  {
    id: 'C440',
    title: 'a query is seen before the index is asked, its results before the model reads them',
    rows: [16, 17],
    needs: ['knowledge'],
    proves: ['preKnowledgeQuery:allow', 'onKnowledgeRetrieved:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preKnowledgeQuery', 'onKnowledgeRetrieved', 'preRequest');
      const { queries, read } = await retrieve(bench, hooks);
      assert.deepEqual(heard.names, ['preKnowledgeQuery', 'onKnowledgeRetrieved', 'preRequest']);
      assert.deepEqual(queries, [{ text: 'What is the price?' }]);
      assert.deepEqual(
        heard.of('onKnowledgeRetrieved')[0]?.results.map(({ id }) => id),
        ['public', 'private'],
      );
      assert.match(read, /ten euros/);
    },
  },
  {
    id: 'C441',
    title: 'a changed query is what the index gets',
    rows: [17],
    needs: ['knowledge'],
    proves: ['preKnowledgeQuery:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preKnowledgeQuery', () => ({ query: { text: 'price', keywords: ['bread'] } }));
      const { queries } = await retrieve(bench, hooks);
      assert.deepEqual(queries, [{ text: 'price', keywords: ['bread'] }]);
    },
  },
  {
    id: 'C442',
    title: 'a denied query asks nothing, and the chat goes on without results',
    rows: [17],
    needs: ['knowledge'],
    proves: ['preKnowledgeQuery:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preKnowledgeQuery', () => deny('not for guests'));
      const heard = hear(hooks, 'onKnowledgeRetrieved');
      const { queries, read } = await retrieve(bench, hooks);
      assert.deepEqual([queries, heard.names], [[], []]);
      assert.doesNotMatch(read, /ten euros/);
    },
  },
  {
    id: 'C443',
    title: 'supplied results spare the index the question',
    rows: [17, 49],
    needs: ['knowledge'],
    proves: ['preKnowledgeQuery:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preKnowledgeQuery', () => ({
        results: [{ id: 'cache', content: 'nine euros' }],
      }));
      const heard = hear(hooks, 'onKnowledgeRetrieved');
      const { queries, read } = await retrieve(bench, hooks);
      assert.deepEqual(queries, []);
      assert.deepEqual(
        heard.contexts.map((ctx) => ctx.synthetic),
        [true],
      );
      assert.match(read, /nine euros/);
    },
  },
  {
    id: 'C444',
    title: 'results that a hook filters out never reach the model',
    rows: [16],
    needs: ['knowledge'],
    proves: ['onKnowledgeRetrieved:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onKnowledgeRetrieved', ({ results }) => ({
        results: results.filter(({ id }) => id === 'public'),
      }));
      const { read } = await retrieve(bench, hooks);
      assert.match(read, /ten euros/);
      assert.doesNotMatch(read, /margin/);
    },
  },
  {
    id: 'C445',
    title: 'denied results are not attached at all',
    rows: [16],
    needs: ['knowledge'],
    proves: ['onKnowledgeRetrieved:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onKnowledgeRetrieved', () => deny('poisoned index'));
      const { read } = await retrieve(bench, hooks);
      assert.doesNotMatch(read, /ten euros|margin/);
    },
  },
]);

async function retrieve(
  bench: Bench,
  hooks: Hooks,
): Promise<{ queries: KnowledgeQuery[]; read: string }> {
  const queries: KnowledgeQuery[] = [];
  const run = await bench.start({
    hooks,
    model: [says('Done.')],
    messages: question,
    seams: {
      knowledge: {
        source: 'shop-index',
        search(query) {
          queries.push(query);
          return [
            { id: 'public', content: 'Bread costs ten euros.' },
            { id: 'private', content: 'The margin is 80 percent.' },
          ];
        },
      },
    },
  });
  await hooks.flush();
  expectAnswer(run, 'Done.');
  return { queries, read: JSON.stringify(run.requests) };
}
