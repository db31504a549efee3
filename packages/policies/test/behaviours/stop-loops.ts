import assert from 'node:assert/strict';

import type { Policy } from '@interpose/core';
import type { Behaviour, Bench, HarnessRun } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  expectRefusal,
  expectRequests,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { stopLoops } from '../../src/stop-loops/index.ts';

/** What stopping loops owes on every SDK. */
export const stopLoopsBehaviours: readonly Behaviour[] = theme('stop-loops', [
  {
    id: 'stop-loops-repeats',
    title: 'a call that is made again and again is denied, and the model reads what to do instead',
    rows: [10, 35, 92],
    async run(bench) {
      const { run, runs } = await searchThrice(bench, stopLoops({ maxRepeats: 2 }));
      expectAnswer(run, 'All done.');
      assert.equal(runs, 2);
      assert.match(toolTextSeen(run, 'call_3'), /Blocked by stop-loops: search was called/);
    },
  },
  {
    id: 'stop-loops-ends',
    title: 'a chat that goes on in circles after a warning is ended',
    rows: [6, 35],
    async run(bench) {
      const policy = stopLoops({ maxRepeats: 1, maxWarnings: 1, message: 'Sorry, I got lost.' });
      const { run, runs } = await searchThrice(bench, policy);
      expectRefusal(run, 'Sorry, I got lost.');
      expectRequests(run, 3);
      assert.equal(runs, 1);
    },
  },
  {
    id: 'stop-loops-polls',
    title: 'a tool that is left to poll is not stopped',
    rows: [10],
    async run(bench) {
      const policy = stopLoops({ maxRepeats: 1, ignore: ['search'] });
      const { run, runs } = await searchThrice(bench, policy);
      expectAnswer(run, 'All done.');
      assert.equal(runs, 3);
    },
  },
]);

/** The model makes the same call in three turns and then answers. */
async function searchThrice(
  bench: Bench,
  policy: Policy,
): Promise<{ readonly run: HarnessRun; readonly runs: number }> {
  const search = spyTool('search');
  const run = await bench.start({
    hooks: bench.hooks({ policies: [policy] }),
    model: [
      ...['call_1', 'call_2', 'call_3'].map((id) =>
        asksFor(call('search', { query: 'price' }, id)),
      ),
      says('All done.'),
    ],
    messages: question,
    tools: [search],
  });
  return { run, runs: search.runs.length };
}
