import assert from 'node:assert/strict';

import type { Dict, Policy } from '@interpose/core';
import type { Bench } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  question,
  says,
  spyTool,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

/** Two calls of one tool in one turn, by their arguments, of which a policy denies one. */
export interface TwoCalls {
  readonly policy: Policy;
  readonly tool: string;
  readonly first: Dict;
  readonly second: Dict;
  readonly runs: 'first' | 'second';
  /** What the model reads in place of the other's result. */
  readonly reason: RegExp;
}

/** Only one of two calls runs, the model reads why the other did not, and its answer stands; gives what it read. */
export async function expectOneOfTwo(
  bench: Bench,
  { policy, tool, first, second, runs, reason }: TwoCalls,
): Promise<string> {
  const spy = spyTool(tool);
  const run = await bench.start({
    hooks: bench.hooks({ policies: [policy] }),
    model: [
      asksFor(call(tool, first, 'call_first'), call(tool, second, 'call_second')),
      says('All done.'),
    ],
    messages: question,
    tools: [spy],
  });
  expectAnswer(run, 'All done.');
  assert.deepEqual(spy.runs, [runs === 'first' ? first : second]);
  const told = toolTextSeen(run, runs === 'first' ? 'call_second' : 'call_first');
  assert.match(told, reason);
  return told;
}
