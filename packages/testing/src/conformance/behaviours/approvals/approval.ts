import assert from 'node:assert/strict';

import { ask, deny, type ApprovalRequest } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for an approver who answers at once. */
export const approval: readonly Behaviour[] = theme('approval', [
  {
    id: 'C300',
    title: 'an approved call runs, and the approver saw exactly what runs',
    rows: [57, 58],
    proves: ['preToolCall:ask'],
    async run(bench) {
      const seen: ApprovalRequest[] = [];
      const hooks = bench.hooks({
        approver: (request) => {
          seen.push(request);
          return { approved: true, by: 'ann' };
        },
      });
      hooks.addHook('preToolCall', () => ask('refunds need a person'), { name: 'four-eyes' });
      hooks.addHook('preToolCall', ({ call: asked }) => ({
        call: { ...asked, args: { euros: 5 } },
      }));
      const heard = hear(hooks, 'onDecision');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund', { euros: 500 }),
        messages: question,
        tools: [refund],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ euros: 5 }]);
      assert.equal(seen.length, 1);
      const [request] = seen;
      assert.deepEqual(request?.value, { id: 'call_refund', name: 'refund', args: { euros: 5 } });
      assert.deepEqual(
        [request.by, request.reason, request.tool?.name],
        [['four-eyes'], 'refunds need a person', 'refund'],
      );
      assert.match(request.digest, /^[0-9a-f]{64}$/);
      const record = heard.contexts
        .map((ctx) => ctx.record)
        .find((each) => each.event === 'preToolCall');
      assert.deepEqual(
        [record?.decision, record?.settled, record?.digest],
        ['ask', 'approved', request.digest],
      );
    },
  },
  {
    id: 'C301',
    title: 'a refused call does not run, and the model reads that it was blocked',
    rows: [57],
    proves: ['preToolCall:ask'],
    async run(bench) {
      const hooks = bench.hooks({
        approver: () => ({ approved: false, reason: 'too much money' }),
      });
      hooks.addHook('preToolCall', () => ask('refunds need a person'), { name: 'four-eyes' });
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [refund],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.match(toolTextSeen(run, 'call_refund'), /Blocked by four-eyes: too much money/);
    },
  },
  {
    id: 'C302',
    title: 'an approver that is silent, fails or answers nonsense counts as no',
    rows: [57, 60],
    async run(bench) {
      const approvers = [
        () => new Promise<never>(() => undefined),
        () => Promise.reject(new Error('pager is down')),
        () => ({ approved: 'yes' }) as never,
      ];
      for (const approver of approvers) {
        const hooks = bench.hooks({ approver, approvalTimeoutMs: 60 });
        hooks.addHook('preToolCall', () => ask('refunds need a person'));
        const refund = spyTool('refund');
        const run = await bench.start({
          hooks,
          model: oneCall('refund'),
          messages: question,
          tools: [refund],
        });
        expectAnswer(run, 'All done.');
        assert.deepEqual(refund.runs, []);
        assert.ok(!JSON.stringify(run.requests).includes('pager'));
      }
    },
  },
  {
    id: 'C303',
    title: 'a deny or a supplied outcome after an ask makes the approver needless',
    rows: [57],
    async run(bench) {
      let asked = 0;
      for (const stronger of [deny('never'), { result: 'from the cache' }]) {
        const hooks = bench.hooks({
          approver: () => {
            asked += 1;
            return { approved: true };
          },
        });
        hooks.addHook('preToolCall', () => ask('refunds need a person'));
        hooks.addHook('preToolCall', () => stronger);
        const refund = spyTool('refund');
        const run = await bench.start({
          hooks,
          model: oneCall('refund'),
          messages: question,
          tools: [refund],
        });
        expectAnswer(run, 'All done.');
        assert.deepEqual(refund.runs, []);
      }
      assert.equal(asked, 0);
    },
  },
  {
    id: 'C306',
    title: 'without an approver an ask before a model call is denied',
    rows: [57],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => ask('expensive'));
      const heard = hear(hooks, 'onDecision');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      expectRefusal(run);
      expectRequests(run, 0);
      const record = heard.contexts
        .map((ctx) => ctx.record)
        .find((each) => each.event === 'preRequest');
      assert.ok(record?.codes.includes('approver_unavailable'));
    },
  },
]);
