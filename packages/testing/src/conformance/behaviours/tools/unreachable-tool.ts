import assert from 'node:assert/strict';

import { retry } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, says } from '../../kit/script.ts';
import { requestAt } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for a call that reaches no tool. */
export const unreachableTool: readonly Behaviour[] = theme('unreachable-tool', [
  {
    id: 'C165',
    title: 'a call of a tool that does not exist is reported as unknown and passes no gate',
    rows: [13],
    proves: ['onToolCallError'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult', 'onToolCallError');
      const run = await bench.start({
        hooks,
        model: oneCall('teleport'),
        messages: question,
        tools: [spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(heard.names, ['onToolCallError']);
      const [failure] = heard.of('onToolCallError');
      assert.deepEqual(
        [failure?.cause, failure?.call.name, failure?.tool.known],
        ['unknown', 'teleport', false],
      );
    },
  },
  {
    id: 'C166',
    title:
      'a call with arguments that do not fit the schema is reported as invalid and passes no gate',
    rows: [13],
    proves: ['onToolCallError'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult', 'onToolCallError');
      const search = spyTool('search', () => 'found', { schema: wantsText });
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 7 }),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, []);
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.event, ctx.event === 'onToolCallError' && ctx.cause]),
        [['onToolCallError', 'invalid']],
      );
    },
  },
  {
    id: 'C167',
    title: 'a call whose arguments are no JSON is reported as invalid and passes no gate',
    rows: [13],
    proves: ['onToolCallError'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall', 'onToolCallError');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [
          asksFor({ id: 'call_search', name: 'search', rawArgs: '{"q": ' }),
          says('All done.'),
        ],
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, []);
      assert.deepEqual(heard.names, ['onToolCallError']);
      assert.equal(heard.of('onToolCallError')[0]?.cause, 'invalid');
    },
  },
  {
    id: 'C168',
    title: 'a tool whose scope is gone is not offered and not run, whatever a hook says',
    rows: [13],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.scopes.register({ name: 'billing', tools: ['refund'] })();
      hooks.addHook('preToolCall', () => ({ result: 'paid' }));
      hooks.addHook('onToolCallError', ({ attempt }) => (attempt === 1 ? retry() : undefined));
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult', 'onToolCallError');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [refund, spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.deepEqual(requestAt(run, 0).tools, ['search']);
      assert.deepEqual(heard.of('preToolCall'), []);
      assert.deepEqual(heard.of('onToolCallResult'), []);
      assert.equal(heard.of('onToolCallError')[0]?.cause, 'disabled');
    },
  },
]);

const wantsText = {
  type: 'object',
  properties: { q: { type: 'string' } },
  required: ['q'],
  additionalProperties: false,
} as const;
