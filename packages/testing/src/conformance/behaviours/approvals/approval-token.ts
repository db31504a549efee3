import assert from 'node:assert/strict';

import { ask, type Approver, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { expectAnswer, expectKind } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool, type SpyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const session = { id: 'suspended-session' };

/** Behaviours for the token of a suspended ask. */
export const approvalToken: readonly Behaviour[] = theme('approval-token', [
  {
    id: 'C336',
    title: 'an approver may suspend, and its token answers once: a yes may change what runs',
    rows: [59],
    needs: ['native-suspension'],
    async run(bench) {
      const { hooks, refund, run, token } = await suspendedByApprover(bench);
      const change = { id: 'call_refund', name: 'refund', args: { euros: 2 } };
      await hooks.resume(token, { approved: true, change });
      await assert.rejects(hooks.resume(token, { approved: true }), /token_answered/);
      expectAnswer(await run.resume({ approved: true }), 'All done.');
      await assert.rejects(hooks.resume(token, { approved: true, change }), /token_unknown/);
      assert.deepEqual(refund.runs, [{ euros: 2 }]);
    },
  },
  {
    id: 'C337',
    title: "a no given by token outweighs the client's yes",
    rows: [58, 59],
    needs: ['native-suspension'],
    async run(bench) {
      const { hooks, refund, run, token } = await suspendedByApprover(bench);
      await hooks.resume(token, { approved: false, reason: 'too much' });
      const resumed = await run.resume({ approved: true });
      expectAnswer(resumed, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.match(toolTextSeen(resumed, 'call_refund'), /Blocked by four-eyes: too much/);
    },
  },
]);

async function suspendedByApprover(bench: Bench): Promise<{
  readonly hooks: Hooks;
  readonly refund: SpyTool;
  readonly run: HarnessRun;
  readonly token: string;
}> {
  let token = '';
  const approver: Approver = (request) => {
    token = request.token;
    return { suspend: true };
  };
  const hooks = bench.hooks({ approver });
  hooks.addHook(
    'preToolCall',
    ({ call }) => (call.args['euros'] === 5 ? ask('refunds need a person') : undefined),
    { name: 'four-eyes' },
  );
  const refund = spyTool('refund');
  const run = await bench.start({
    hooks,
    session,
    model: oneCall('refund', { euros: 5 }),
    messages: question,
    tools: [refund],
  });
  expectKind(run, 'suspended');
  assert.deepEqual(refund.runs, []);
  return { hooks, refund, run, token };
}
