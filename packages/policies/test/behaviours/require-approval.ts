import assert from 'node:assert/strict';

import { memoryStore, type Approver, type Hooks, type SessionOptions } from '@interpose/core';
import type { Behaviour, Bench, HarnessRun } from '@interpose/testing/conformance';
import {
  asksFor,
  call,
  expectAnswer,
  expectKind,
  oneCall,
  question,
  says,
  spyTool,
  theme,
  toolTextSeen,
  type SpyTool,
} from '@interpose/testing/conformance/kit';

import { ballotBox, quorum, requireApproval } from '../../src/require-approval/index.ts';

const above = requireApproval({
  tools: ['refund'],
  when: ({ cents }) => Number(cents) > 1000,
  reason: 'more than ten euros',
});

/** Says yes, but to no more than 1500. */
const ada: Approver = ({ value }) => {
  const asked = value as { readonly args: { readonly cents: number } };
  return asked.args.cents > 1500
    ? { approved: true, change: { ...asked, args: { cents: 1500 } } }
    : { approved: true };
};

/** What asking a person owes on every SDK. */
export const requireApprovalBehaviours: readonly Behaviour[] = theme('require-approval', [
  {
    id: 'require-approval-asks',
    title: 'a call above the limit runs only after a yes, one below it unasked',
    rows: [57, 92],
    async run(bench) {
      const asked = new Set<number>();
      const approver: Approver = ({ value }) => {
        const { args } = value as { readonly args: { readonly cents: number } };
        asked.add(args.cents);
        return { approved: args.cents === 2000 };
      };
      const hooks = bench.hooks({ policies: [above], approver });
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: [
          asksFor(
            call('refund', { cents: 500 }, 'call_little'),
            call('refund', { cents: 2000 }, 'call_some'),
            call('refund', { cents: 9000 }, 'call_much'),
          ),
          says('All done.'),
        ],
        messages: question,
        tools: [refund],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 500 }, { cents: 2000 }]);
      assert.deepEqual(asked, new Set([2000, 9000]));
      assert.match(
        toolTextSeen(run, 'call_much'),
        /Blocked by require-approval: A person refused this: more than ten/,
      );
    },
  },
  {
    id: 'require-approval-quorum',
    title: 'a quorum of approvers decides, and what one of them changed is what runs',
    rows: [57, 58],
    async run(bench) {
      const { refund, run } = await refund9000(bench, {
        approver: quorum(2, {
          ada,
          bob: () => ({ approved: true }),
          eve: () => ({ approved: false }),
        }),
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 1500 }]);
    },
  },
  {
    id: 'require-approval-refused',
    title: 'without enough yeses nothing runs',
    rows: [57],
    async run(bench) {
      const { refund, run } = await refund9000(bench, {
        approver: quorum(2, [() => ({ approved: true }), () => ({ suspend: true })]),
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
    },
  },
  {
    id: 'require-approval-suspends',
    title:
      'without an approver the call waits by the means of the SDK and runs once a person says yes; elsewhere it is denied',
    rows: [58, 59],
    async run(bench) {
      const { refund, run } = await refund9000(bench, { session: { id: 'approval-session' } });
      if (bench.harness.supports['native-suspension'].kind !== 'supported') {
        expectAnswer(run, 'All done.');
        assert.match(toolTextSeen(run, 'call_refund'), /more than ten euros/);
        assert.deepEqual(refund.runs, []);
        return;
      }
      expectKind(run, 'suspended');
      assert.deepEqual(refund.runs, []);
      expectAnswer(await run.resume({ approved: true }), 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 9000 }]);
    },
  },
  {
    id: 'require-approval-votes',
    title: 'a suspended call runs once enough people voted for it, and not after one of them',
    rows: [58, 59],
    async run(bench) {
      const tokens: string[] = [];
      const { hooks, refund, run } = await refund9000(bench, {
        session: { id: 'voting-session' },
        approver({ token }) {
          tokens.push(token);
          return { suspend: true };
        },
      });
      const box = ballotBox({ needed: 2, voters: ['ada', 'bob'], store: memoryStore() });
      if (bench.harness.supports['native-suspension'].kind !== 'supported') {
        expectAnswer(run, 'All done.');
        assert.deepEqual(refund.runs, []);
        return;
      }
      expectKind(run, 'suspended');
      const [token = ''] = tokens;
      const first = await box.cast(hooks, token, { by: 'ada', approved: true });
      assert.deepEqual([first.kind, refund.runs.length], ['open', 0]);
      await box.cast(hooks, token, { by: 'bob', approved: true });
      expectAnswer(await run.resume({ approved: true }), 'All done.');
      assert.deepEqual(refund.runs, [{ cents: 9000 }]);
    },
  },
]);

/** The model calls for a refund that a person has to be asked about. */
async function refund9000(
  bench: Bench,
  { approver, session }: { readonly approver?: Approver; readonly session?: SessionOptions },
): Promise<{ readonly hooks: Hooks; readonly refund: SpyTool; readonly run: HarnessRun }> {
  const hooks = bench.hooks({
    policies: [above],
    ...(approver === undefined ? {} : { approver }),
  });
  const refund = spyTool('refund');
  const run = await bench.start({
    hooks,
    ...(session === undefined ? {} : { session }),
    model: oneCall('refund', { cents: 9000 }),
    messages: question,
    tools: [refund],
  });
  return { hooks, refund, run };
}
