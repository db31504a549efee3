import assert from 'node:assert/strict';

import { deny } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';
import type { AgentFixture, ToolFixture } from '../../scenario/scenario.ts';
import type { ModelScript } from '../../scenario/turn.ts';

/** Behaviours inside an agent that another agent calls. */
export const subAgent: readonly Behaviour[] = theme('sub-agent', [
  {
    id: 'C390',
    title: 'a sub-agent runs as a child chat of the same session, inside the call that reached it',
    rows: [25, 28, 31],
    needs: ['agent-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'onChatStart',
        'onChatDone',
        'preToolCall',
        'onToolCallResult',
        'onSessionStart',
      );
      const run = await bench.start({
        hooks,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(heard.names, [
        'onSessionStart',
        'onChatStart',
        'preToolCall',
        'onChatStart',
        'onChatDone',
        'onToolCallResult',
        'onChatDone',
      ]);
      const [outer, inner] = heard.of('onChatStart');
      assert.deepEqual([outer?.parentChatId, inner?.parentChatId], [undefined, outer?.chatId]);
      assert.equal(inner?.session.id, outer?.session.id);
      assert.match(toolTextSeen(run, 'call_expert'), /Ten euros/);
    },
  },
  {
    id: 'C391',
    title: 'policies hold inside a sub-agent: its denied call does not run',
    rows: [28, 45],
    needs: ['agent-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => deny('no refunds'), { tool: 'refund', name: 'guard' });
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('expert', { input: 'pay them' }),
        messages: question,
        agents: [expert(oneCall('refund', {}, 'Paid nothing.'), [refund])],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.equal(run.requests.filter((request) => request.agent === 'expert').length, 2);
    },
  },
  {
    id: 'C392',
    title: 'a denied call of a sub-agent starts no child chat',
    rows: [28, 45],
    needs: ['agent-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => deny('ask me instead'), { tool: 'expert', name: 'guard' });
      const heard = hear(hooks, 'onChatStart');
      const run = await bench.start({
        hooks,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(heard.contexts.length, 1);
      assert.deepEqual(
        run.requests.map((request) => request.agent),
        ['main', 'main'],
      );
    },
  },
  {
    id: 'C393',
    title: 'a refusal inside a sub-agent is what the outer model reads, and the outer chat goes on',
    rows: [28],
    needs: ['agent-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ parentChatId }) =>
        parentChatId === undefined ? undefined : deny('not for experts'),
      );
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
      assert.match(toolTextSeen(run, 'call_expert'), /Blocked by policy\./);
    },
  },
  {
    id: 'C398',
    title: 'hooks on a call are told that its tool is an agent',
    rows: [10, 28],
    needs: ['agent-tools'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall');
      await bench.start({
        hooks,
        model: oneCall('expert', { input: 'price?' }),
        messages: question,
        agents: [expert()],
      });
      await hooks.flush();
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.tool.name, ctx.tool.origin]),
        [['expert', 'agent']],
      );
    },
  },
]);

function expert(
  model: ModelScript = [says('Ten ', 'euros.')],
  tools: readonly ToolFixture[] = [],
): AgentFixture {
  return { name: 'expert', as: 'tool', instructions: 'You know prices.', model, tools };
}
