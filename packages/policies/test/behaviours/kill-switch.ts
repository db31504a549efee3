import assert from 'node:assert/strict';

import { memoryStore } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectRefusal,
  expectRequests,
  expectUnseen,
  expectWithheld,
  oneCall,
  question,
  spyTool,
  theme,
} from '@interpose/testing/conformance/kit';

import { killSwitch, switchOff, switchOn } from '../../src/kill-switch/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';
import { expectModelAsked } from '../kit/expect-model-asked.ts';
import { expectModelUnasked } from '../kit/expect-model-unasked.ts';

/** What a kill switch owes on every SDK. */
export const killSwitchBehaviours: readonly Behaviour[] = theme('kill-switch', [
  {
    id: 'kill-switch-all',
    title: 'while everything is off no model is asked, and afterwards all is as before',
    rows: [6],
    async run(bench) {
      const store = memoryStore();
      const hooks = bench.hooks({ policies: [killSwitch({ store, message: 'We are closed.' })] });
      await switchOff(store);
      await expectModelUnasked(bench, hooks, 'We are closed.');
      await switchOn(store);
      await expectModelAsked(bench, hooks);
    },
  },
  {
    id: 'kill-switch-tool',
    title: 'a tool that is off does not run, and the model reads why',
    rows: [7],
    async run(bench) {
      const store = memoryStore();
      await switchOff(store, { tool: 'refund' }, { reason: 'refunds are checked' });
      await expectDeniedCall(bench, {
        policy: killSwitch({ store }),
        tool: 'refund',
        reason: /Blocked by kill-switch: Switched off: refunds are checked/,
      });
    },
  },
  {
    id: 'kill-switch-in-flight',
    title: 'a run in flight ends: its result is withheld and no further model call is made',
    rows: [7, 8],
    async run(bench) {
      const store = memoryStore();
      const hooks = bench.hooks({ policies: [killSwitch({ store })] });
      const search = spyTool('search', async () => {
        await switchOff(store);
        return 'the secret price';
      });
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      expectRefusal(run);
      expectRequests(run, 1);
      expectWithheld(run, 'the secret price');
    },
  },
  {
    id: 'kill-switch-stream',
    title: 'a stream in flight ends as a refusal, and was not held back before',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const store = memoryStore();
      const hooks = bench.hooks({ policies: [killSwitch({ store, streamFreshMs: 0 })] });
      const run = await bench.start({
        hooks,
        model: [
          {
            kind: 'answer',
            text: ['It costs ', 'ten ', 'euros ', 'and nothing ', 'more.'],
            chunkDelayMs: 30,
          },
        ],
        messages: question,
        consumer: {
          onText: (text) => (text.includes('costs') ? void switchOff(store) : undefined),
        },
      });
      assert.ok(run.received.text.startsWith('It costs '), run.received.text);
      expectUnseen(run, 'more.');
      assert.equal(run.outcome.kind, 'refusal');
      assert.deepEqual(run.streamFaults, []);
    },
  },
]);
