import assert from 'node:assert/strict';

import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectRefusal,
  expectRequests,
  expectWithheld,
  oneCall,
  question,
  requestAt,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { rules } from '../../src/rules/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';
import { expectRefundAsked } from '../kit/expect-refund-asked.ts';

const REFUNDS = `
default: { preToolCall: deny, onToolCallResult: allow }
rules:
  - on: preToolCall
    tool: refund
    args: { cents: { greaterThan: 1000 } }
    decision: ask
    reason: large refund
  - on: preToolCall
    tool: refund
    decision: modify
    changes: [{ remove: call.args.debug }]
  - on: preToolCall
    tool: refund|search
    decision: allow
  - on: onToolCallResult
    decision: modify
    changes: [{ redact: result, matching: '[0-9]{16}', with: '[card]' }]
`;

/** What a file of rules owes on every SDK. */
export const rulesBehaviours: readonly Behaviour[] = theme('rules', [
  {
    id: 'rules-allow-and-change',
    title: 'a rule lets a call pass, changes its arguments and hides what is in its result',
    rows: [100],
    async run(bench) {
      const refund = spyTool('refund', () => 'paid to 4111111111111111');
      const run = await bench.start({
        hooks: bench.hooks({ policies: [rules(REFUNDS)] }),
        model: oneCall('refund', { cents: 500, debug: true }),
        messages: question,
        tools: [refund],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 500 }]);
      assert.match(toolTextSeen(run, 'call_refund'), /paid to \[card\]/);
      expectWithheld(run, '4111111111111111');
    },
  },
  {
    id: 'rules-default',
    title: 'a call that no rule is about is denied by default',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: rules(REFUNDS),
        tool: 'exec',
        reason: /No rule allows this/,
      });
    },
  },
  {
    id: 'rules-ask',
    title: 'a rule asks a person',
    rows: [100],
    async run(bench) {
      await expectRefundAsked(bench, {
        policy: rules(REFUNDS),
        args: { cents: 5000 },
        approved: true,
      });
    },
  },
  {
    id: 'rules-mismatch',
    title: 'a call that a rule cannot judge is denied',
    rows: [100],
    async run(bench) {
      const refund = spyTool('refund');
      await bench.start({
        hooks: bench.hooks({ policies: [rules(REFUNDS)] }),
        model: oneCall('refund', { cents: 'a lot' }),
        messages: question,
        tools: [refund],
      });
      assert.equal(refund.runs.length, 0, 'the tool did not run');
    },
  },
  {
    id: 'rules-request',
    title: 'rules refuse what a user writes, and shorten what a model is asked',
    rows: [100],
    async run(bench) {
      const file = `
default: allow
rules:
  - { on: onUserMessage, if: { path: text, is: { contains: forbidden } }, decision: deny, reason: 'no', message: 'Not here.' }
  - { on: preRequest, decision: modify, changes: [{ redact: text, matching: '[0-9]{4}', with: '****' }] }
`;
      const hooks = bench.hooks({ policies: [rules(file)] });
      const refused = await bench.start({
        hooks,
        model: [says('never')],
        messages: [{ role: 'user', text: 'something forbidden' }],
      });
      expectRefusal(refused, 'Not here.');
      expectRequests(refused, 0);
      const run = await bench.start({
        hooks,
        model: [says('fine')],
        messages: [{ role: 'user', text: 'my pin is 1234' }],
      });
      expectAnswer(run, 'fine');
      assert.match(JSON.stringify(requestAt(run, 0).messages), /my pin is \*\*\*\*/);
    },
  },
]);
