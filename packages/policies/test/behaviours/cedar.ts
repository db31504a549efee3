import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  oneCall,
  question,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { cedar } from '../../src/cedar/index.ts';
import { expectForbiddenRefused } from '../kit/expect-forbidden-refused.ts';
import { expectRefundAsked } from '../kit/expect-refund-asked.ts';

const REFUNDS = `
permit(principal in Organisation::"acme", action, resource == Tool::"refund")
when { context.args.cents <= 1000 };
@ask("large refund")
permit(principal in Organisation::"acme", action, resource == Tool::"refund")
when { context.args.cents > 1000 };
@reason("nobody may run commands")
forbid(principal, action, resource == Tool::"exec");
`;

const acme = { user: { id: 'ada', organisation: 'acme' } };

/** What policies in Cedar owe on every SDK. */
export const cedarBehaviours: readonly Behaviour[] = theme('cedar', [
  {
    id: 'cedar-permit',
    title: 'a call that a policy permits runs, for those it permits it to',
    rows: [100],
    async run(bench) {
      const refund = spyTool('refund');
      const hooks = bench.hooks({ policies: [cedar({ policies: REFUNDS })] });
      const start = (): ReturnType<typeof bench.start> =>
        bench.start({
          hooks,
          model: oneCall('refund', { cents: 500 }),
          messages: question,
          tools: [refund],
        });
      expectAnswer(await hooks.inSession(acme, start), 'All done.');
      assert.equal(refund.runs.length, 1, 'the tool ran for a colleague');
      const denied = await start();
      assert.equal(refund.runs.length, 1, 'the tool did not run for a stranger');
      assert.match(toolTextSeen(denied, 'call_refund'), /The policy does not allow this/);
    },
  },
  {
    id: 'cedar-ask',
    title: 'a permit that asks for a person does so',
    rows: [100],
    async run(bench) {
      await expectRefundAsked(bench, {
        policy: cedar({ policies: REFUNDS }),
        args: { cents: 5000 },
        approved: false,
        session: acme,
      });
    },
  },
  {
    id: 'cedar-forbid-and-error',
    title: 'a forbid denies with its reason, and so does a call that cannot be judged',
    rows: [100],
    async run(bench) {
      const [exec, refund] = [spyTool('exec'), spyTool('refund')];
      const hooks = bench.hooks({ policies: [cedar({ policies: REFUNDS })] });
      const run = await bench.start({
        hooks,
        model: oneCall('exec'),
        messages: question,
        tools: [exec],
      });
      assert.match(toolTextSeen(run, 'call_exec'), /nobody may run commands/);
      await hooks.inSession(acme, () =>
        bench.start({
          hooks,
          model: oneCall('refund', { cents: 'a lot' }),
          messages: question,
          tools: [refund],
        }),
      );
      assert.deepEqual([exec.runs.length, refund.runs.length], [0, 0], 'no tool ran');
    },
  },
  {
    id: 'cedar-message',
    title: 'a policy decides about what a user writes',
    rows: [100],
    async run(bench) {
      const policy = cedar({
        policies:
          'permit(principal, action == Action::"onUserMessage", resource) unless { context.text like "*forbidden*" };',
        events: ['onUserMessage'],
      });
      await expectForbiddenRefused(bench, policy);
    },
  },
]);
