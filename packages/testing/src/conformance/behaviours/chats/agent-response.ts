import assert from 'node:assert/strict';

import { deny, mapText, retry, textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, expectUnseen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the final answer. */
export const agentResponse: readonly Behaviour[] = theme('agent-response', [
  {
    id: 'C110',
    title: 'only the final answer passes onAgentResponse, not the steps that call tools',
    rows: [3],
    proves: ['onAgentResponse'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onAgentResponse');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.message.role, textOf(ctx.message), ctx.synthetic]),
        [['assistant', 'All done.', false]],
      );
    },
  },
  {
    id: 'C111',
    title: 'a changed final answer is all the caller gets',
    rows: [3],
    proves: ['onAgentResponse:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onAgentResponse', ({ message }) => ({
        message: mapText(message, (text) => text.replace('Alice', '[name]')),
      }));
      const heard = hear(hooks, 'onMessage');
      const run = await bench.start({
        hooks,
        model: [says('Hello ', 'Alice', '.')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'Hello [name].');
      expectUnseen(run, 'Alice');
      assert.equal(textOf(heard.contexts.at(-1)!.message), 'Hello [name].');
    },
  },
  {
    id: 'C112',
    title: 'a denied final answer is replaced by the refusal',
    rows: [3, 62],
    proves: ['onAgentResponse:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onAgentResponse', () =>
        deny('names a customer', { message: 'I cannot say.' }),
      );
      const heard = hear(hooks, 'onMessage', 'onChatDone');
      const run = await bench.start({
        hooks,
        model: [says('Hello ', 'Alice', '.')],
        messages: question,
      });
      await hooks.flush();
      expectRefusal(run, 'I cannot say.');
      expectUnseen(run, 'Alice');
      assert.ok(!JSON.stringify(heard.of('onMessage').map((ctx) => ctx.message)).includes('Alice'));
      assert.deepEqual(
        heard.of('onChatDone').map((ctx) => ctx.reason),
        ['denied'],
      );
    },
  },
  {
    id: 'C113',
    title: 'a retried final answer asks the model again',
    rows: [3, 55],
    proves: ['onAgentResponse:retry'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onAgentResponse', ({ attempt }) => (attempt === 1 ? retry() : undefined));
      const run = await bench.start({
        hooks,
        model: [says('Hm.'), says('Ten euros.')],
        messages: question,
      });
      expectAnswer(run, 'Ten euros.');
      expectRequests(run, 2);
      expectUnseen(run, 'Hm.');
    },
  },
  {
    id: 'C114',
    title:
      'text beside calls is not held for the final answer, but a changed final answer still holds its own',
    rows: [3, 7],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onAgentResponse', ({ message }) => ({
        message: mapText(message, (text) => text.toUpperCase()),
      }));
      const run = await bench.start({
        hooks,
        model: [
          { kind: 'answer', text: ['Let me look.'], calls: [{ id: 'call_1', name: 'search' }] },
          says('Found it.'),
        ],
        messages: question,
        tools: [spyTool('search')],
      });
      expectAnswer(run, 'FOUND IT.');
      assert.ok(!run.received.text.includes('Found it.'));
    },
  },
  {
    id: 'C115',
    title: 'a tool result that is the answer passes onAgentResponse',
    rows: [3],
    needs: ['return-direct'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onAgentResponse', ({ message }) => ({
        message: mapText(message, (text) => text.replace('4z42', '[card]')),
      }));
      const run = await bench.start({
        hooks,
        model: oneCall('receipt'),
        messages: question,
        tools: [spyTool('receipt', () => 'Paid with 4z42.', { final: true })],
      });
      expectAnswer(run, 'Paid with [card].');
      expectRequests(run, 1);
      expectUnseen(run, '4z42');
    },
  },
]);
