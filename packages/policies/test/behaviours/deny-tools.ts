import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import { expectAnswer, question, says, spyTool, theme } from '@interpose/testing/conformance/kit';

import { denyTools } from '../../src/deny-tools/index.ts';
import { expectExecDenied } from '../kit/expect-exec-denied.ts';

/** What a deny list owes on every SDK. */
export const denyToolsBehaviours: readonly Behaviour[] = theme('deny-tools', [
  {
    id: 'deny-tools-not-offered',
    title: 'a denied tool is not offered, also in another case, and others are',
    rows: [6, 10, 92],
    async run(bench) {
      const hooks = bench.hooks({ policies: [denyTools(['exec'])] });
      const run = await bench.start({
        hooks,
        model: [says('Nothing to do.')],
        messages: question,
        tools: [spyTool('search'), spyTool('exec'), spyTool('Exec')],
      });
      expectAnswer(run, 'Nothing to do.');
      assert.deepEqual(
        run.requests.map(({ tools }) => tools),
        [['search']],
      );
    },
  },
  {
    id: 'deny-tools-denied-call',
    title: 'a call of a denied tool does not run, the model reads why, and its neighbours run',
    rows: [6, 10, 92],
    async run(bench) {
      const policy = denyTools(['exec'], { offer: true });
      await expectExecDenied(bench, policy, /Blocked by deny-tools: the tool exec/);
    },
  },
]);
