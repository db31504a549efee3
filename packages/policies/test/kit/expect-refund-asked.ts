import assert from 'node:assert/strict';

import type { Dict, Policy, SessionOptions } from '@interpose/core';
import type { Bench, HarnessRun } from '@interpose/testing/conformance';
import { oneCall, question, spyTool } from '@interpose/testing/conformance/kit';

/** One call of `refund` that a policy asks a person about. */
export interface AskedRefund {
  readonly policy: Policy;
  readonly args: Dict;
  /** What the person says. */
  readonly approved: boolean;
  readonly session?: SessionOptions;
}

/** A person is asked once, for the reason `large refund`, and the tool runs only after a yes. */
export async function expectRefundAsked(
  bench: Bench,
  { policy, args, approved, session }: AskedRefund,
): Promise<void> {
  const refund = spyTool('refund');
  const reasons: string[] = [];
  const hooks = bench.hooks({
    policies: [policy],
    approver: ({ reason }) => {
      reasons.push(reason);
      return { approved };
    },
  });
  const start = (): Promise<HarnessRun> =>
    bench.start({ hooks, model: oneCall('refund', args), messages: question, tools: [refund] });
  await (session === undefined ? start() : hooks.inSession(session, start));
  assert.deepEqual(reasons, ['large refund']);
  assert.equal(refund.runs.length, approved ? 1 : 0, 'the tool ran only after a yes');
}
