import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for an outcome that a hook supplies in place of a tool run. */
export const suppliedOutcome: readonly Behaviour[] = theme('supplied-outcome', [
  {
    id: 'C124',
    title:
      'a supplied result skips the tool, passes onToolCallResult as synthetic and is what the model reads',
    rows: [10, 49, 69],
    proves: ['preToolCall:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => ({ result: 'from the cache' }));
      const heard = hear(hooks, 'onToolCallResult');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, []);
      assert.match(toolTextSeen(run, 'call_search'), /from the cache/);
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.result, ctx.synthetic]),
        [['from the cache', true]],
      );
    },
  },
  {
    id: 'C125',
    title: 'undefined, null, zero and an empty text are results, an empty object is not',
    rows: [51],
    proves: ['preToolCall:respond'],
    async run(bench) {
      for (const result of [undefined, null, 0, '']) {
        const hooks = bench.hooks();
        hooks.addHook('preToolCall', () => ({ result }));
        const heard = hear(hooks, 'onToolCallResult');
        const search = spyTool('search');
        const run = await bench.start({
          hooks,
          model: oneCall('search'),
          messages: question,
          tools: [search],
        });
        await hooks.flush();
        expectAnswer(run, 'All done.');
        assert.deepEqual(search.runs, [], `${String(result)} is an outcome`);
        assert.deepEqual(
          heard.contexts.map((ctx) => ctx.result),
          [result],
        );
      }
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => ({}));
      const search = spyTool('search');
      await bench.start({ hooks, model: oneCall('search'), messages: question, tools: [search] });
      assert.equal(search.runs.length, 1, 'an empty object lets the tool run');
    },
  },
  {
    id: 'C126',
    title:
      'a supplied error skips the tool, fires onToolCallError once and is what the model reads',
    rows: [12, 50],
    proves: ['preToolCall:respond', 'onToolCallError'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => ({ error: 'the shop is closed' }));
      const heard = hear(hooks, 'onToolCallResult', 'onToolCallError');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, []);
      assert.match(toolTextSeen(run, 'call_search'), /the shop is closed/);
      assert.deepEqual(
        heard.of('onToolCallError').map((ctx) => [ctx.cause, ctx.synthetic]),
        [['supplied', true]],
      );
      assert.equal(heard.names.length, 1);
    },
  },
]);
