import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { expectUnseen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for tool calls in a stream whose pieces pass through hooks. */
export const streamCalls: readonly Behaviour[] = theme('stream-calls', [
  {
    id: 'C267',
    title: 'a call whose pieces were changed runs, is told and enters history as they say',
    rows: [9],
    modes: ['streamed'],
    needs: ['streamed-arguments'],
    proves: ['onResponseDelta:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook(
        'onResponseDelta',
        ({ delta, channel }) =>
          channel === 'tool-args' ? { delta: delta.replace('margin', 'price') } : undefined,
        { window: 9 },
      );
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { query: 'margin' }),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, [{ query: 'price' }]);
      assert.deepEqual(
        run.received.calls.map(({ args }) => args),
        [{ query: 'price' }],
      );
      expectUnseen(run, 'margin');
    },
  },
]);
