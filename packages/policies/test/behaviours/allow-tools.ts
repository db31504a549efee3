import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  oneCall,
  question,
  says,
  spyTool,
  theme,
} from '@interpose/testing/conformance/kit';

import { allowTools } from '../../src/allow-tools/index.ts';
import { expectExecDenied } from '../kit/expect-exec-denied.ts';

/** What an allow list owes on every SDK. */
export const allowToolsBehaviours: readonly Behaviour[] = theme('allow-tools', [
  {
    id: 'allow-tools-not-offered',
    title: 'a tool that is not on the list is not even offered, and those that are work',
    rows: [6, 10, 92],
    async run(bench) {
      const hooks = bench.hooks({ policies: [allowTools(['sea*'])] });
      const [search, exec] = [spyTool('search'), spyTool('exec')];
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search, exec],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        run.requests.map(({ tools }) => tools),
        [['search'], ['search']],
      );
      assert.equal(search.runs.length, 1, 'the tool on the list ran');
    },
  },
  {
    id: 'allow-tools-denied-call',
    title: 'a call of a tool that is not on the list does not run, and its neighbours do',
    rows: [6, 10, 92],
    async run(bench) {
      const policy = allowTools(['search'], { offer: true });
      await expectExecDenied(bench, policy, /Blocked by allow-tools: the tool exec/);
    },
  },
  {
    id: 'allow-tools-agents',
    title: 'an agent that is not on the list is not handed to, where the SDK hands over',
    rows: [28],
    async run(bench) {
      if (bench.harness.supports.handoffs.kind !== 'supported') return;
      const hooks = bench.hooks({ policies: [allowTools(['search'])] });
      const run = await bench.start({
        hooks,
        model: [
          asksFor(call('transfer_to_billing', {}, 'call_handoff')),
          says('Please call tomorrow.'),
        ],
        messages: question,
        agents: [{ name: 'billing', as: 'handoff', model: [says('Ten euros.')] }],
      });
      expectAnswer(run, 'Please call tomorrow.');
      assert.deepEqual(
        run.requests.map(({ agent }) => agent),
        ['main', 'main'],
      );
    },
  },
]);
