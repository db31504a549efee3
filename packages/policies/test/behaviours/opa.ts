import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  oneCall,
  question,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { opa } from '../../src/opa/index.ts';
import { opaModule } from '../opa-module.ts';
import { expectForbiddenRefused } from '../kit/expect-forbidden-refused.ts';
import { expectRefundAsked } from '../kit/expect-refund-asked.ts';

const refunds = opaModule({
  cases: [
    { holds: '"cents":500,', result: true },
    { holds: '"cents":5000,', result: { decision: 'ask', reason: 'large refund' } },
    { holds: '"name":"exec"', result: { decision: 'deny', reason: 'nobody may run commands' } },
    { holds: '"cents":"a lot"', aborts: true },
  ],
});

/** What policies in Rego owe on every SDK. */
export const opaBehaviours: readonly Behaviour[] = theme('opa', [
  {
    id: 'opa-verdicts',
    title: 'a call runs for true, and is denied for a verdict that says so or for none',
    rows: [100],
    async run(bench) {
      const tools = [spyTool('refund'), spyTool('exec'), spyTool('other')] as const;
      const hooks = bench.hooks({ policies: [await opa({ wasm: await refunds })] });
      const start = (name: string, args = {}): ReturnType<typeof bench.start> =>
        bench.start({ hooks, model: oneCall(name, args), messages: question, tools });
      expectAnswer(await start('refund', { cents: 500, to: 'ada' }), 'All done.');
      assert.match(toolTextSeen(await start('exec'), 'call_exec'), /nobody may run commands/);
      await start('other');
      await start('refund', { cents: 'a lot' });
      assert.deepEqual(
        tools.map(({ runs }) => runs.length),
        [1, 0, 0],
        'one tool ran, once',
      );
    },
  },
  {
    id: 'opa-ask',
    title: 'a policy asks a person',
    rows: [100],
    async run(bench) {
      await expectRefundAsked(bench, {
        policy: await opa({ wasm: await refunds }),
        args: { cents: 5000, to: 'ada' },
        approved: true,
      });
    },
  },
  {
    id: 'opa-message',
    title: 'a policy decides about what a user writes',
    rows: [100],
    async run(bench) {
      const wasm = await opaModule({
        cases: [{ holds: 'forbidden', result: false }],
        otherwise: true,
      });
      await expectForbiddenRefused(bench, await opa({ wasm, events: ['onUserMessage'] }));
    },
  },
]);
