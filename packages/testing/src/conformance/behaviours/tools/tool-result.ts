import assert from 'node:assert/strict';

import { deny, retry } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { expectWithheld, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the result of a tool. */
export const toolResult: readonly Behaviour[] = theme('tool-result', [
  {
    id: 'C140',
    title: 'onToolCallResult sees the result, the call, the tool and how long it took',
    rows: [11, 38],
    proves: ['onToolCallResult'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onToolCallResult');
      const search = spyTool('search', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { euros: 10 };
      });
      await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      const [after] = heard.contexts;
      assert.deepEqual(
        [after?.result, after?.call.args, after?.tool.name, after?.synthetic],
        [{ euros: 10 }, { q: 'price' }, 'search', false],
      );
      assert.ok(after && after.durationMs >= 15, `the tool ran 20 ms, not ${after?.durationMs}`);
    },
  },
  {
    id: 'C141',
    title: 'a changed result is what the model and the history get',
    rows: [11],
    proves: ['onToolCallResult:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallResult', ({ result }) => ({
        result: String(result).replace('4z42', '[card]'),
      }));
      const heard = hear(hooks, 'onMessage');
      const search = spyTool('search', () => 'paid with 4z42');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /paid with \[card\]/);
      expectWithheld(run, '4z42');
      assert.ok(!JSON.stringify(heard.contexts.map((ctx) => ctx.message)).includes('4z42'));
    },
  },
  {
    id: 'C142',
    title:
      'a denied result is withheld from the model, the caller and the history, and the tool ran once',
    rows: [11, 62],
    proves: ['onToolCallResult:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallResult', () => deny('holds a card number'), { name: 'no-cards' });
      const heard = hear(hooks, 'onMessage', 'onToolCallError');
      const search = spyTool('search', () => 'paid with 4z42');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(
        toolTextSeen(run, 'call_search'),
        /Result withheld by no-cards: holds a card number/,
      );
      expectWithheld(run, '4z42');
      assert.ok(!JSON.stringify(heard.of('onMessage').map((ctx) => ctx.message)).includes('4z42'));
      assert.deepEqual([search.runs.length, heard.of('onToolCallError').length], [1, 0]);
    },
  },
  {
    id: 'C143',
    title: 'an error supplied for a result fires onToolCallError once and is what the model reads',
    rows: [12, 54],
    proves: ['onToolCallResult:respond', 'onToolCallError'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallResult', () => ({ error: 'that is not a price' }));
      const heard = hear(hooks, 'onToolCallResult', 'onToolCallError');
      const search = spyTool('search', () => 'a banana');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /that is not a price/);
      expectWithheld(run, 'a banana');
      assert.deepEqual(heard.names, ['onToolCallResult', 'onToolCallError']);
      assert.equal(heard.of('onToolCallError')[0]?.cause, 'supplied');
    },
  },
  {
    id: 'C144',
    title: 'a retried result runs gate and tool again, and the model reads the last result',
    rows: [10, 55],
    proves: ['onToolCallResult:retry'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallResult', ({ result }) => (result === 'busy' ? retry() : undefined));
      const heard = hear(hooks, 'preToolCall', 'onToolCallResult');
      const results = ['busy', 'ten euros'];
      const search = spyTool('search', () => results.shift());
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(search.runs.length, 2);
      assert.match(toolTextSeen(run, 'call_search'), /ten euros/);
      expectWithheld(run, 'busy');
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.event, ctx.attempt]),
        [
          ['preToolCall', 1],
          ['onToolCallResult', 1],
          ['preToolCall', 2],
          ['onToolCallResult', 2],
        ],
      );
    },
  },
  {
    id: 'C145',
    title: 'retries of a tool are bounded, and the last result stands with a code',
    rows: [56],
    proves: ['onToolCallResult:retry'],
    async run(bench) {
      const hooks = bench.hooks({ retries: 2 });
      hooks.addHook('onToolCallResult', () => retry());
      const heard = hear(hooks, 'onDecision');
      let count = 0;
      const search = spyTool('search', () => `result ${++count}`);
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(search.runs.length, 3);
      assert.match(toolTextSeen(run, 'call_search'), /result 3/);
      assert.ok(heard.contexts.some((ctx) => ctx.record.codes.includes('retry_exhausted')));
    },
  },
]);
