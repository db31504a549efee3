import assert from 'node:assert/strict';

import type { Dict, Policy } from '@interpose/core';
import type { Bench } from '@interpose/testing/conformance';
import {
  expectAnswer,
  oneCall,
  question,
  spyTool,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

/** One call that a policy denies. */
export interface DeniedCall {
  readonly policy: Policy;
  readonly tool: string;
  readonly args?: Dict;
  /** What the model reads in place of a result. */
  readonly reason: RegExp;
}

/** A call that a policy denies does not run, the model reads why, and its answer stands. */
export async function expectDeniedCall(
  bench: Bench,
  { policy, tool, args, reason }: DeniedCall,
): Promise<void> {
  const spy = spyTool(tool);
  const run = await bench.start({
    hooks: bench.hooks({ policies: [policy] }),
    model: oneCall(tool, args),
    messages: question,
    tools: [spy],
  });
  expectAnswer(run, 'All done.');
  assert.equal(spy.runs.length, 0, 'the tool did not run');
  assert.match(toolTextSeen(run, `call_${tool}`), reason);
}
