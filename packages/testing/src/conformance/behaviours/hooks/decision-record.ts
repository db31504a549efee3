import assert from 'node:assert/strict';

import { ask, deny, type HooksOptions, type ToolCall } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';
import {
  expectWholeRecord,
  place,
  tellDecision,
  why,
  type ToldDecision,
} from '../../kit/whole-record.ts';

const TOOL = 'refund';

/** Behaviours for decision records: every field of section 10 of the contract. */
export const decisionRecord: readonly Behaviour[] = theme('decision-record', [
  {
    id: 'C379',
    title: 'the record of a deny says where, when, for whom, by whom and why, and nothing else',
    rows: [99],
    async run(bench) {
      const { told } = await decide(bench, () => deny(why.reason, why));
      expectWholeRecord(told, { decision: 'deny', tool: TOOL, data: why.data });
    },
  },
  {
    id: 'C380',
    title: 'the record of a change keeps what its verdict says of itself',
    rows: [99],
    async run(bench) {
      const { told } = await decide(bench, ({ call }) => ({
        decision: 'modify',
        value: { ...call, args: { euros: 5 } },
        ...why,
      }));
      expectWholeRecord(told, { decision: 'modify', tool: TOOL, data: why.data, changed: true });
    },
  },
  {
    id: 'C381',
    title: 'what made a verdict unreadable is told to developers, and to no model',
    rows: [99],
    async run(bench) {
      const hooks = bench.hooks({ trace: true });
      const failures = hear(hooks, 'onHookError');
      const { told, seen } = await decide(bench, () => true, {}, hooks);
      const problem = 'a hook returned boolean; return deny(reason), a value or nothing';
      const reason = 'A policy hook gave an answer that cannot be read.';
      const codes = ['invalid_verdict'];
      expectWholeRecord(told, { decision: 'deny', tool: TOOL, codes, reason, problem });
      assert.ok(!seen.includes('boolean'), seen);
      assert.deepEqual(
        failures.contexts.map(({ hook, code }) => [hook, code]),
        [['guard/limit', 'invalid_verdict']],
      );
    },
  },
  {
    id: 'C382',
    title: 'the record of an ask stays an ask, and says how it ended and who answered',
    rows: [57, 99],
    async run(bench) {
      const { data, code, reason } = why;
      const { told } = await decide(bench, () => ({ ...ask(reason), code, data }), {
        approver: () => ({ approved: true, by: 'bob' }),
      });
      const settled = { settled: 'approved', approvedBy: 'bob' } as const;
      expectWholeRecord(told, { decision: 'ask', tool: TOOL, data, ...settled });
    },
  },
]);

/** Runs one tool call that a policy decides, with the place of the run set by the app. */
async function decide(
  bench: Bench,
  say: (ctx: { readonly call: ToolCall }) => unknown,
  options: HooksOptions = {},
  hooks = bench.hooks({ trace: true, ...options }),
): Promise<{ readonly told: ToldDecision; readonly seen: string }> {
  const told = tellDecision(hooks, 'preToolCall', say);
  const run = await bench.start({
    ...place,
    hooks,
    model: oneCall(TOOL, { euros: 500 }),
    messages: question,
    tools: [spyTool(TOOL)],
  });
  await hooks.flush();
  expectAnswer(run, 'All done.');
  return { told, seen: toolTextSeen(run, `call_${TOOL}`) };
}
