import assert from 'node:assert/strict';

import { deny } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  hear,
  oneCall,
  question,
  spyTool,
  theme,
} from '@interpose/testing/conformance/kit';

import { monitor } from '../../src/monitor/index.ts';

/** What a dry run owes on every SDK. */
export const monitorBehaviours: readonly Behaviour[] = theme('monitor', [
  {
    id: 'monitor-records',
    title: 'a policy that only watches changes nothing and is recorded as what it would have done',
    rows: [100],
    async run(bench) {
      const noRefunds = { name: 'no-refunds', hooks: { preToolCall: () => deny('no') } };
      const hooks = bench.hooks({ policies: [monitor(noRefunds)] });
      const heard = hear(hooks, 'onDecision');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [refund],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(refund.runs.length, 1, 'the tool ran');
      const watched = heard.contexts.filter(({ record }) => record.mode === 'monitor');
      assert.deepEqual(
        watched.map(({ record }) => [record.event, record.decision]),
        [['preToolCall', 'deny']],
      );
    },
  },
]);
