import type { Policy } from '@interpose/core';
import type { Bench, HarnessRun } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectRefusal,
  expectRequests,
  says,
} from '@interpose/testing/conformance/kit';

/** A user message with `forbidden` in it is refused and reaches no model; another is answered. */
export async function expectForbiddenRefused(bench: Bench, policy: Policy): Promise<void> {
  const start = (text: string): Promise<HarnessRun> =>
    bench.start({
      hooks: bench.hooks({ policies: [policy] }),
      model: [says('fine')],
      messages: [{ role: 'user', text }],
    });
  const refused = await start('something forbidden');
  expectRefusal(refused);
  expectRequests(refused, 0);
  expectAnswer(await start('something else'), 'fine');
}
