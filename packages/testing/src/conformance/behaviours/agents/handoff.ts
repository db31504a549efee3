import assert from 'node:assert/strict';

import { deny } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';
import type { AgentFixture } from '../../scenario/scenario.ts';

const billing: AgentFixture = {
  name: 'billing',
  as: 'handoff',
  instructions: 'You answer questions about bills.',
  model: [says('Your bill is ', 'ten euros.')],
};

const handsOver = asksFor(call('transfer_to_billing', {}, 'call_handoff'));

/** Behaviours for a handoff of the chat from one agent to another. */
export const handoff: readonly Behaviour[] = theme('handoff', [
  {
    id: 'C400',
    title: 'a handoff fires preDelegate and no preToolCall, and the other agent answers',
    rows: [28],
    needs: ['handoffs'],
    proves: ['preDelegate', 'preDelegate:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'preToolCall',
        'preDelegate',
        'onChatStart',
        'onAgentResponse',
        'onChatDone',
      );
      const run = await bench.start({
        hooks,
        model: [handsOver],
        messages: question,
        agents: [billing],
      });
      await hooks.flush();
      expectAnswer(run, 'Your bill is ten euros.');
      assert.deepEqual(heard.names, [
        'onChatStart',
        'preDelegate',
        'onAgentResponse',
        'onChatDone',
      ]);
      const [task] = heard.of('preDelegate').map((ctx) => ctx.task);
      assert.deepEqual([task?.kind, task?.to], ['handoff', 'billing']);
      assert.deepEqual(
        run.requests.map((request) => request.agent),
        ['main', 'billing'],
      );
    },
  },
  {
    id: 'C401',
    title: 'a denied handoff does not happen, and the first agent reads why',
    rows: [28],
    needs: ['handoffs'],
    proves: ['preDelegate:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preDelegate', () => deny('billing is closed'), { name: 'hours' });
      const run = await bench.start({
        hooks,
        model: [handsOver, says('Please call tomorrow.')],
        messages: question,
        agents: [billing],
      });
      expectAnswer(run, 'Please call tomorrow.');
      assert.deepEqual(
        run.requests.map((request) => request.agent),
        ['main', 'main'],
      );
      assert.match(toolTextSeen(run, 'call_handoff'), /Blocked by hours: billing is closed/);
    },
  },
  {
    id: 'C402',
    title: 'hooks bound to an agent follow the chat from one agent to the next',
    rows: [28, 30, 75],
    needs: ['handoffs'],
    async run(bench) {
      const hooks = bench.hooks();
      const seen: string[] = [];
      hooks.addHook('preRequest', ({ agent }) => void seen.push(agent.name ?? agent.id), {
        agent: 'billing',
      });
      const run = await bench.start({
        hooks,
        model: [handsOver],
        messages: question,
        agents: [billing],
      });
      expectAnswer(run, 'Your bill is ten euros.');
      assert.deepEqual(seen, ['billing']);
    },
  },
]);
