import type { Hooks } from '@interpose/core';
import type { Bench } from '@interpose/testing/conformance';
import { expectRefusal, expectRequests, question, says } from '@interpose/testing/conformance/kit';

/** No model is asked, and the caller gets the refusal, with this text where one is given. */
export async function expectModelUnasked(
  bench: Bench,
  hooks: Hooks,
  message?: string,
): Promise<void> {
  const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
  expectRefusal(run, message);
  expectRequests(run, 0);
}
