import assert from 'node:assert/strict';

import { ask, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { expectAnswer, expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool, type SpyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const session = { id: 'suspended-session' };

/** Behaviours for hosts that suspend a chat until a person answers. */
export const suspension: readonly Behaviour[] = theme('suspension', [
  {
    id: 'C330',
    title: 'without an approver an asked call suspends the chat, and nothing runs',
    rows: [59],
    needs: ['native-suspension'],
    proves: ['preToolCall:ask'],
    async run(bench) {
      const { hooks, refund, first } = await suspended(bench);
      const heard = first.heard;
      await hooks.flush();
      assert.deepEqual(refund.runs, []);
      assert.deepEqual(pendingOf(first.run), [['call_refund', 'refund', { euros: 5 }]]);
      assert.deepEqual(
        heard.of('onChatDone').map((ctx) => ctx.reason),
        ['suspended'],
      );
      const record = heard
        .of('onDecision')
        .map((ctx) => ctx.record)
        .find((each) => each.event === 'preToolCall');
      assert.deepEqual([record?.decision, record?.settled], ['ask', 'suspended']);
    },
  },
  {
    id: 'C331',
    title: 'a yes resumes in a new chat of the same session, runs the call once and finishes',
    rows: [59, 31],
    needs: ['native-suspension'],
    async run(bench) {
      const { hooks, refund, first } = await suspended(bench);
      const run = await first.run.resume({ approved: true });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ euros: 5 }]);
      const starts = first.heard.of('onChatStart');
      assert.equal(starts.length, 2);
      assert.equal(starts[1]?.resumes, starts[0]?.chatId);
      assert.notEqual(starts[1]?.chatId, starts[0]?.chatId);
      assert.equal(starts[1]?.session.id, starts[0]?.session.id);
      assert.equal(first.heard.of('onUserMessage').length, 1, 'the user said nothing new');
      const gates = first.heard.of('preToolCall');
      assert.deepEqual([gates[0]?.resumed, gates.at(-1)?.resumed], [false, true]);
    },
  },
  {
    id: 'C332',
    title: 'a no resumes without running the call, and the model reads that it was blocked',
    rows: [59],
    needs: ['native-suspension'],
    async run(bench) {
      const { refund, first } = await suspended(bench);
      const run = await first.run.resume({ approved: false, reason: 'too much' });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.ok(toolTextSeen(run, 'call_refund').length > 0);
    },
  },
  {
    id: 'C333',
    title: 'a yes to other arguments than those asked about runs nothing',
    rows: [58, 59],
    needs: ['native-suspension'],
    async run(bench) {
      const { refund, first } = await suspended(bench);
      const run = await first.run.resume({ approved: true, tamperedArgs: { euros: 5000 } });
      assert.deepEqual(refund.runs, []);
      assert.notEqual(run.outcome.kind, 'suspended');
    },
  },
  {
    id: 'C334',
    title: 'a yes that nobody was asked for runs nothing',
    rows: [58, 59],
    needs: ['native-suspension'],
    async run(bench) {
      const { refund, first } = await suspended(bench);
      const run = await first.run.resume({ approved: true });
      expectAnswer(run, 'All done.');
      await first.run.resume({ approved: true });
      assert.equal(refund.runs.length, 1, 'a yes counts once');
    },
  },
  {
    id: 'C335',
    title: 'a hook that denies on resume outweighs the yes',
    rows: [57, 59],
    needs: ['native-suspension'],
    async run(bench) {
      const { hooks, refund, first } = await suspended(bench);
      hooks.addHook('preToolCall', ({ resumed }) =>
        resumed ? { decision: 'deny', reason: 'the shop closed' } : undefined,
      );
      const run = await first.run.resume({ approved: true });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.match(toolTextSeen(run, 'call_refund'), /the shop closed/);
    },
  },
]);

interface Suspended {
  readonly hooks: Hooks;
  readonly refund: SpyTool;
  readonly first: { readonly run: HarnessRun; readonly heard: ReturnType<typeof listen> };
}

async function suspended(bench: Bench): Promise<Suspended> {
  const hooks = bench.hooks();
  hooks.addHook('preToolCall', () => ask('refunds need a person'), { name: 'four-eyes' });
  const heard = listen(hooks);
  const refund = spyTool('refund');
  const run = await bench.start({
    hooks,
    session,
    model: oneCall('refund', { euros: 5 }),
    messages: question,
    tools: [refund],
  });
  expectKind(run, 'suspended');
  return { hooks, refund, first: { run, heard } };
}

function listen(hooks: Hooks) {
  return hear(hooks, 'onChatStart', 'onUserMessage', 'preToolCall', 'onChatDone', 'onDecision');
}

function pendingOf({ outcome }: HarnessRun): unknown[] {
  if (outcome.kind !== 'suspended') return [];
  return outcome.pending.map(({ callId, name, args }) => [callId, name, args]);
}
