import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the session of a chat and its state. */
export const session: readonly Behaviour[] = theme('session', [
  {
    id: 'C350',
    title: 'chats of one named session share its id, and it starts and ends once',
    rows: [22, 31],
    proves: ['onSessionStart', 'onSessionEnd'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onSessionStart', 'onChatStart', 'onChatDone', 'onSessionEnd');
      for (const _ of [1, 2]) {
        await bench.start({
          hooks,
          session: { id: 'shop-1' },
          model: [says('Ten.')],
          messages: question,
        });
      }
      await hooks.endSession('shop-1');
      await hooks.flush();
      assert.deepEqual(heard.names, [
        'onSessionStart',
        'onChatStart',
        'onChatDone',
        'onChatStart',
        'onChatDone',
        'onSessionEnd',
      ]);
      assert.deepEqual(new Set(heard.contexts.map((ctx) => ctx.session.id)), new Set(['shop-1']));
      assert.equal(heard.of('onSessionEnd')[0]?.ended, 'explicit');
    },
  },
  {
    id: 'C351',
    title: 'chats without a session get one each',
    rows: [22, 31],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onSessionStart', 'onSessionEnd');
      for (const _ of [1, 2])
        await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      assert.deepEqual(heard.names, [
        'onSessionStart',
        'onSessionEnd',
        'onSessionStart',
        'onSessionEnd',
      ]);
      assert.equal(new Set(heard.contexts.map((ctx) => ctx.session.id)).size, 2);
    },
  },
  {
    id: 'C352',
    title: 'a chat inside inSession belongs to the ambient session and its user',
    rows: [31, 32],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'onSessionStart',
        'preRequest',
        'preToolCall',
        'onChatDone',
        'onSessionEnd',
      );
      await hooks.inSession({ id: 'ambient-1', user: { id: 'ann' } }, () =>
        bench.start({
          hooks,
          model: oneCall('search'),
          messages: question,
          tools: [spyTool('search')],
        }),
      );
      await hooks.flush();
      assert.deepEqual(heard.names, [
        'onSessionStart',
        'preRequest',
        'preToolCall',
        'preRequest',
        'onChatDone',
        'onSessionEnd',
      ]);
      for (const ctx of heard.contexts) assert.equal(ctx.session.id, 'ambient-1', ctx.event);
      for (const ctx of heard.of('preToolCall')) assert.equal(ctx.user?.id, 'ann');
      assert.equal(heard.of('onSessionEnd')[0]?.ended, 'scope');
    },
  },
  {
    id: 'C353',
    title: "the framework's own session gives its id where the app names none",
    rows: [31],
    needs: ['host-session'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onChatStart');
      await bench.start({
        hooks,
        hostSession: 'thread-7',
        model: [says('Ten.')],
        messages: question,
      });
      await bench.start({
        hooks,
        hostSession: 'thread-7',
        session: { id: 'named' },
        model: [says('Ten.')],
        messages: question,
      });
      await hooks.flush();
      assert.deepEqual(
        heard.contexts.map((ctx) => ctx.session.id),
        ['thread-7', 'named'],
      );
    },
  },
  {
    id: 'C354',
    title: 'session state lasts from chat to chat and stays apart from other sessions',
    rows: [35],
    async run(bench) {
      const hooks = bench.hooks();
      const counts: [string, number][] = [];
      hooks.addHook('preRequest', async (ctx) => {
        const count = await ctx.session.state.update<number>(
          'requests',
          (current = 0) => current + 1,
        );
        counts.push([ctx.session.id, count]);
      });
      for (const id of ['a', 'b', 'a']) {
        await bench.start({ hooks, session: { id }, model: [says('Ten.')], messages: question });
      }
      assert.deepEqual(counts, [
        ['a', 1],
        ['b', 1],
        ['a', 2],
      ]);
    },
  },
  {
    id: 'C355',
    title: 'the history of a session holds its tool calls in order, denied ones too',
    rows: [36],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => ({ decision: 'deny', reason: 'no refunds' }), {
        tool: 'refund',
      });
      const seen: string[][] = [];
      hooks.addHook(
        'preRequest',
        ({ session: current }) =>
          void seen.push(current.history.map((entry) => `${entry.call.name} ${entry.status}`)),
      );
      const run = await bench.start({
        hooks,
        session: { id: 'history' },
        model: [...oneCall('search').slice(0, 1), ...oneCall('refund')],
        messages: question,
        tools: [spyTool('search'), spyTool('refund')],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(seen, [[], ['search result'], ['search result', 'refund denied']]);
    },
  },
]);
