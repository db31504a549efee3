import assert from 'node:assert/strict';

import type { Policy } from '@interpose/core';
import type { Bench } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  question,
  requestAt,
  says,
  spyTool,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

/** Of two tools that are offered, `search` runs and `exec` does not, and the model reads why. */
export async function expectExecDenied(
  bench: Bench,
  policy: Policy,
  reason: RegExp,
): Promise<void> {
  const [search, exec] = [spyTool('search'), spyTool('exec')];
  const run = await bench.start({
    hooks: bench.hooks({ policies: [policy] }),
    model: [asksFor(call('exec'), call('search')), says('All done.')],
    messages: question,
    tools: [search, exec],
  });
  expectAnswer(run, 'All done.');
  assert.deepEqual([exec.runs.length, search.runs.length], [0, 1]);
  assert.deepEqual([...requestAt(run, 0).tools].toSorted(), ['exec', 'search']);
  assert.match(toolTextSeen(run, 'call_exec'), reason);
}
