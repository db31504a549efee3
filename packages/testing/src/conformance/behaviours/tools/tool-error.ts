import assert from 'node:assert/strict';

import { deny, retry } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { expectWithheld, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool, type SpyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for a tool that fails or cannot be reached. */
export const toolError: readonly Behaviour[] = theme('tool-error', [
  {
    id: 'C160',
    title: 'a tool that throws fires onToolCallError, never onToolCallResult, and the loop goes on',
    rows: [12, 84],
    proves: ['onToolCallError:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallError', () => ({ decision: 'allow' }));
      const heard = hear(hooks, 'onToolCallResult', 'onToolCallError');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 1 }),
        messages: question,
        tools: [throwing('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /disk full/);
      assert.deepEqual(heard.names, ['onToolCallError']);
      const [failure] = heard.of('onToolCallError');
      assert.deepEqual(
        [failure?.cause, failure?.error.message, failure?.call.args, failure?.synthetic],
        ['threw', 'disk full', { q: 1 }, false],
      );
      assert.ok(failure && failure.durationMs >= 0);
    },
  },
  {
    id: 'C161',
    title: 'a result supplied for an error is what the model reads',
    rows: [12, 53],
    proves: ['onToolCallError:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallError', () => ({ result: 'a price of yesterday' }));
      const heard = hear(hooks, 'onToolCallResult', 'onToolCallError');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [throwing('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /a price of yesterday/);
      expectWithheld(run, 'disk full');
      assert.equal(heard.of('onToolCallError').length, 1);
    },
  },
  {
    id: 'C162',
    title: 'a changed error is what the model reads',
    rows: [12],
    proves: ['onToolCallError:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallError', () => ({ error: { message: 'try another shop' } }));
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [throwing('search')],
      });
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /try another shop/);
      expectWithheld(run, 'disk full');
    },
  },
  {
    id: 'C163',
    title: 'a denied error is withheld from the model and the history',
    rows: [12, 62],
    proves: ['onToolCallError:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallError', () => deny('shows a path'), { name: 'no-paths' });
      const heard = hear(hooks, 'onMessage');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [throwing('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /Error withheld by no-paths: shows a path/);
      expectWithheld(run, 'disk full');
      assert.ok(!JSON.stringify(heard.contexts.map((ctx) => ctx.message)).includes('disk full'));
    },
  },
  {
    id: 'C164',
    title: 'a retried error runs the tool again',
    rows: [12, 55],
    proves: ['onToolCallError:retry'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onToolCallError', () => retry());
      const heard = hear(hooks, 'preToolCall', 'onToolCallError', 'onToolCallResult');
      let failures = 1;
      const search = spyTool('search', () => {
        if (failures-- > 0) throw new Error('disk full');
        return 'ten euros';
      });
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /ten euros/);
      assert.deepEqual(heard.names, [
        'preToolCall',
        'onToolCallError',
        'preToolCall',
        'onToolCallResult',
      ]);
    },
  },
]);

function throwing(name: string): SpyTool {
  return spyTool(name, () => {
    throw new Error('disk full');
  });
}
