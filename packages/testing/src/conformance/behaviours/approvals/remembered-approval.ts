import assert from 'node:assert/strict';

import { ask } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for changes by an approver, and for a remembered yes. */
export const rememberedApproval: readonly Behaviour[] = theme('remembered-approval', [
  {
    id: 'C304',
    title: "an approver's change passes the hooks again and is what runs",
    rows: [57, 58],
    async run(bench) {
      const seen: unknown[] = [];
      const hooks = bench.hooks({
        approver: ({ value }) => ({
          approved: true,
          change: { ...(value as object), args: { euros: 20 } },
        }),
      });
      hooks.addHook('preToolCall', ({ call: asked }) => {
        seen.push(asked.args);
        return ask('refunds need a person');
      });
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund', { euros: 500 }),
        messages: question,
        tools: [refund],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual([seen, refund.runs], [[{ euros: 500 }, { euros: 20 }], [{ euros: 20 }]]);
    },
  },
  {
    id: 'C305',
    title: 'a remembered yes holds for the same call, not for another',
    rows: [57, 58],
    async run(bench) {
      let asked = 0;
      const hooks = bench.hooks({
        approver: () => {
          asked += 1;
          return { approved: true };
        },
      });
      hooks.addHook('preToolCall', () => ask('refunds need a person', { remember: 'chat' }));
      const refund = spyTool('refund');
      const model = [
        asksFor(call('refund', { euros: 5 }, 'call_1')),
        asksFor(call('refund', { euros: 5 }, 'call_2')),
        asksFor(call('refund', { euros: 6 }, 'call_3')),
        says('Done.'),
      ];
      const run = await bench.start({ hooks, model, messages: question, tools: [refund] });
      expectAnswer(run, 'Done.');
      assert.deepEqual([refund.runs.length, asked], [3, 2]);
    },
  },
]);
