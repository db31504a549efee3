import assert from 'node:assert/strict';

import { allow, ask, deny, retry, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';
import type { AgentFixture, ToolFixture } from '../../scenario/scenario.ts';
import type { ModelScript } from '../../scenario/turn.ts';

/** Behaviours for an agent that another agent calls as a tool. */
export const delegation: readonly Behaviour[] = theme('delegation', [
  {
    id: 'C394',
    title:
      'an agent called as a tool fires preToolCall outside preDelegate, and the results the other way round',
    rows: [28],
    needs: ['agent-tools'],
    proves: ['preDelegate', 'onDelegateResult'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'preToolCall',
        'preDelegate',
        'onDelegateResult',
        'onToolCallResult',
      );
      await bench.start({
        hooks,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      await hooks.flush();
      assert.deepEqual(heard.names, [
        'preToolCall',
        'preDelegate',
        'onDelegateResult',
        'onToolCallResult',
      ]);
      const [task] = heard.of('preDelegate').map((ctx) => ctx.task);
      assert.deepEqual([task?.kind, task?.to], ['subagent', 'expert']);
      assert.match(JSON.stringify(task?.input), /price\?/);
    },
  },
  {
    id: 'C395',
    title: 'a denied delegation does not happen, and the model reads why',
    rows: [28],
    needs: ['agent-tools'],
    proves: ['preDelegate:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preDelegate', () => deny('experts are asleep'), { name: 'night' });
      const run = await bench.start({
        hooks,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        run.requests.map((request) => request.agent),
        ['main', 'main'],
      );
      assert.match(toolTextSeen(run, 'call_expert'), /experts are asleep/);
    },
  },
  {
    id: 'C396',
    title: 'a changed task is what the sub-agent gets, and a supplied result spares it the work',
    rows: [28, 49],
    needs: ['agent-tools'],
    proves: ['preDelegate:modify', 'preDelegate:respond'],
    async run(bench) {
      const changing = bench.hooks();
      changing.addHook('preDelegate', ({ task }) => ({
        task: { ...task, input: 'the price of bread' },
      }));
      const changed = await bench.start({
        hooks: changing,
        model: oneCall('expert', { input: 'secret' }),
        messages: question,
        agents: [expert()],
      });
      const inner = changed.requests.find((request) => request.agent === 'expert');
      assert.match(JSON.stringify(inner?.messages), /the price of bread/);
      assert.ok(!JSON.stringify(inner).includes('secret'));
      const supplying = bench.hooks();
      supplying.addHook('preDelegate', () => ({ result: 'Nine euros.' }));
      const supplied = await bench.start({
        hooks: supplying,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      assert.match(toolTextSeen(supplied, 'call_expert'), /Nine euros\./);
      assert.deepEqual(
        supplied.requests.map((request) => request.agent),
        ['main', 'main'],
      );
    },
  },
  {
    id: 'C397',
    title: "a sub-agent's result can be changed or withheld before the model reads it",
    rows: [28, 62],
    needs: ['agent-tools'],
    proves: ['onDelegateResult:modify', 'onDelegateResult:deny'],
    async run(bench) {
      const changing = bench.hooks();
      changing.addHook('onDelegateResult', () => ({ result: 'Eleven euros.' }));
      const changed = await bench.start({
        hooks: changing,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      assert.match(toolTextSeen(changed, 'call_expert'), /Eleven euros\./);
      const denying = bench.hooks();
      denying.addHook('onDelegateResult', () => deny('a trade secret'), { name: 'secrets' });
      const denied = await bench.start({
        hooks: denying,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      assert.match(
        toolTextSeen(denied, 'call_expert'),
        /Result withheld by secrets: a trade secret/,
      );
    },
  },
  {
    id: 'C388',
    title: "a sub-agent's result can be turned into an error, or asked for again",
    rows: [28, 54, 55],
    needs: ['agent-tools'],
    proves: ['onDelegateResult:respond', 'onDelegateResult:retry', 'onDelegateResult:allow'],
    async run(bench) {
      const failing = bench.hooks();
      failing.addHook('onDelegateResult', () => ({ error: 'that is no price' }));
      const failed = await askExpert(bench, failing, [says('Ten.')]);
      assert.match(toolTextSeen(failed, 'call_expert'), /that is no price/);
      const asking = bench.hooks();
      asking.addHook('onDelegateResult', ({ attempt }) => (attempt === 1 ? retry() : allow()));
      const again = await askExpert(bench, asking, [says('Perhaps ten.'), says('Ten.')]);
      assert.match(toolTextSeen(again, 'call_expert'), /^"?Ten\./);
    },
  },
  {
    id: 'C389',
    title: 'an ask about a delegation or its result is settled by the approver',
    rows: [28, 57],
    needs: ['agent-tools'],
    proves: ['preDelegate:ask', 'onDelegateResult:ask', 'preDelegate:allow'],
    async run(bench) {
      for (const event of ['preDelegate', 'onDelegateResult'] as const) {
        for (const approved of [true, false]) {
          const hooks = bench.hooks({ approver: () => ({ approved }) });
          hooks.addHook(event, () => ask('a person should look'));
          const run = await askExpert(bench, hooks, [says('Ten.')]);
          assert.equal(toolTextSeen(run, 'call_expert').includes('Ten.'), approved, event);
        }
      }
    },
  },
]);

function expert(
  model: ModelScript = [says('Ten ', 'euros.')],
  tools: readonly ToolFixture[] = [],
): AgentFixture {
  return { name: 'expert', as: 'tool', instructions: 'You know prices.', model, tools };
}

function askExpert(bench: Bench, hooks: Hooks, model: ModelScript): Promise<HarnessRun> {
  return bench.start({
    hooks,
    model: oneCall('expert', { input: 'price?' }),
    messages: question,
    agents: [expert(model)],
  });
}
