import assert from 'node:assert/strict';

import { deny, type Policy } from '@interpose/core';
import type { Behaviour } from '@interpose/testing/conformance';
import {
  expectAnswer,
  expectUnseen,
  expectWithheld,
  oneCall,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
} from '@interpose/testing/conformance/kit';

import { every, parallel, some, unless } from '../../src/combine/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';

/** Denies calls that cost more than this many cents. */
function atMost(cents: number): Policy {
  return {
    name: `at-most-${cents}`,
    version: '1.0.0',
    hooks: {
      preToolCall: ({ call }) =>
        Number(call.args['cents']) > cents ? deny(`more than ${cents} cents`) : undefined,
    },
  };
}

/** Makes every call cost this many cents. */
function costing(cents: number): Policy {
  return {
    name: `costing-${cents}`,
    hooks: { preToolCall: ({ call }) => ({ call: { ...call, args: { cents } } }) },
  };
}

/** Takes this word out of what is streamed. */
const withoutSecret: Policy = {
  name: 'without-secret',
  hooks: {
    onResponseDelta: {
      run: ({ delta }) => ({ delta: delta.replaceAll('secret', '…') }),
      window: 'secret'.length,
    },
    onResponse: ({ response }) => ({
      response: {
        ...response,
        content: response.content.map((part) =>
          part.type === 'text' ? { ...part, text: part.text.replaceAll('secret', '…') } : part,
        ),
      },
    }),
  },
};

/** What policies put together owe on every SDK. */
export const combineBehaviours: readonly Behaviour[] = theme('combine', [
  {
    id: 'combine-every',
    title: 'every denies what one of its policies denies',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: every(atMost(1000), atMost(10)),
        tool: 'refund',
        args: { cents: 500 },
        reason: /more than 10 cents/,
      });
    },
  },
  {
    id: 'combine-parallel',
    title: 'parallel denies what one of its policies denies, and two changes that differ',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: parallel([atMost(1000), atMost(10)]),
        tool: 'refund',
        args: { cents: 500 },
        reason: /more than 10 cents/,
      });
      await expectDeniedCall(bench, {
        policy: parallel([costing(1), costing(2)]),
        tool: 'refund',
        args: { cents: 500 },
        reason: /do not agree/,
      });
    },
  },
  {
    id: 'combine-some',
    title: 'some lets pass what one of its policies lets pass, and denies what none does',
    rows: [100],
    async run(bench) {
      const refund = spyTool('refund');
      const either = some(atMost(10), atMost(1000));
      const start = (cents: number): ReturnType<typeof bench.start> =>
        bench.start({
          hooks: bench.hooks({ policies: [either] }),
          model: oneCall('refund', { cents }),
          messages: question,
          tools: [refund],
        });
      expectAnswer(await start(500), 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 500 }], 'the tool ran');
      const denied = await start(5000);
      assert.equal(refund.runs.length, 1, 'the tool did not run again');
      assert.match(toolTextSeen(denied, 'call_refund'), /more than 10 cents; more than 1000 cents/);
    },
  },
  {
    id: 'combine-unless',
    title: 'unless leaves a policy out for those it is not meant for',
    rows: [100],
    async run(bench) {
      const refund = spyTool('refund');
      const hooks = bench.hooks({
        policies: [unless(({ user }) => user?.organisation === 'acme', atMost(10))],
      });
      const start = (): ReturnType<typeof bench.start> =>
        bench.start({
          hooks,
          model: oneCall('refund', { cents: 500 }),
          messages: question,
          tools: [refund],
        });
      await start();
      assert.equal(refund.runs.length, 0, 'the tool did not run for a stranger');
      const user = { id: 'ada', organisation: 'acme' };
      await hooks.inSession({ user }, start);
      assert.equal(refund.runs.length, 1, 'the tool ran for a colleague');
    },
  },
  {
    id: 'combine-stream',
    title: 'a combined policy changes what is answered, and no piece of it leaves before',
    rows: [100],
    async run(bench) {
      const unchanged: Policy = { name: 'closed', hooks: { onResponse: () => deny('no') } };
      const run = await bench.start({
        hooks: bench.hooks({ policies: [some(unchanged, every(withoutSecret))] }),
        model: [says('the sec', 'ret is out')],
        messages: question,
      });
      expectAnswer(run, 'the … is out');
      expectWithheld(run, 'secret');
    },
  },
  {
    id: 'combine-window',
    title: 'some keeps the windows of its policies, and lets the changed piece of a stream pass',
    rows: [100],
    modes: ['streamed'],
    async run(bench) {
      const window = 'secret'.length;
      const closed: Policy = {
        name: 'closed',
        hooks: {
          onResponseDelta: {
            run: ({ delta }) => (delta.includes('secret') ? deny('a secret') : undefined),
            window,
          },
        },
      };
      const hidden: Policy = {
        name: 'hidden',
        hooks: {
          onResponseDelta: {
            run: ({ delta }) => ({ delta: delta.replaceAll('secret', '…') }),
            window,
          },
        },
      };
      const run = await bench.start({
        hooks: bench.hooks({ policies: [some(closed, hidden)] }),
        model: [says('the sec', 'ret is out')],
        messages: question,
      });
      expectAnswer(run, 'the … is out');
      expectUnseen(run, 'secret');
    },
  },
]);
