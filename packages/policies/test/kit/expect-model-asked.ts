import type { Hooks } from '@interpose/core';
import type { Bench, HarnessRun } from '@interpose/testing/conformance';
import { expectAnswer, question, says } from '@interpose/testing/conformance/kit';

/** A model is asked and the caller gets its answer; gives the run. */
export async function expectModelAsked(bench: Bench, hooks: Hooks): Promise<HarnessRun> {
  const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
  expectAnswer(run, 'Ten.');
  return run;
}
