import assert from 'node:assert/strict';

import { deny } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { expectRequests, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours before a tool runs. */
export const toolCall: readonly Behaviour[] = theme('tool-call', [
  {
    id: 'C120',
    title: 'preToolCall sees the call as the model wrote it and the tool as the host knows it',
    rows: [10],
    proves: ['preToolCall'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preToolCall');
      await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        tools: [spyTool('search')],
      });
      await hooks.flush();
      const [seen] = heard.contexts;
      assert.deepEqual(seen?.call, { id: 'call_search', name: 'search', args: { q: 'price' } });
      const { name, origin, known, enabled, description } = seen.tool;
      assert.deepEqual(
        { name, origin, known, enabled, description },
        {
          name: 'search',
          origin: 'local',
          known: true,
          enabled: true,
          description: 'Runs search.',
        },
      );
    },
  },
  {
    id: 'C121',
    title: 'a denied call never runs, the model reads who blocked it and why, and the loop goes on',
    rows: [10, 45, 68],
    proves: ['preToolCall:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => deny('refunds need a receipt'), { name: 'no-refunds' });
      const heard = hear(hooks, 'onToolCallResult', 'onToolCallError');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [refund],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, []);
      assert.match(
        toolTextSeen(run, 'call_refund'),
        /Blocked by no-refunds: refunds need a receipt/,
      );
      assert.deepEqual(heard.names, [], 'a deny before the call fires no after-event');
    },
  },
  {
    id: 'C122',
    title: 'a denied call leaves the other calls of its batch alone',
    rows: [45, 76],
    proves: ['preToolCall:deny'],
    needs: ['parallel-calls'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => deny('not that one'), { tool: 'refund', name: 'guard' });
      const search = spyTool('search', () => 'found');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: [asksFor(call('refund'), call('search')), says('Done.')],
        messages: question,
        tools: [search, refund],
      });
      expectAnswer(run, 'Done.');
      assert.deepEqual([search.runs.length, refund.runs.length], [1, 0]);
      assert.match(toolTextSeen(run, 'call_search'), /found/);
      assert.match(toolTextSeen(run, 'call_refund'), /Blocked by guard: not that one/);
    },
  },
  {
    id: 'C123',
    title: 'changed arguments are what the tool gets, and the after-event carries both calls',
    rows: [10, 39, 47, 48],
    proves: ['preToolCall:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', ({ call: asked }) => ({
        call: { ...asked, args: { ...asked.args, limit: 10 } },
      }));
      hooks.addHook('preToolCall', ({ call: asked }) => ({
        call: { ...asked, args: { ...asked.args, q: `${String(asked.args['q'])}?` } },
      }));
      hooks.addHook('preToolCall', () => ({ decision: 'allow' }));
      const heard = hear(hooks, 'onToolCallResult');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, [{ q: 'price?', limit: 10 }]);
      const [after] = heard.contexts;
      assert.deepEqual(
        [after?.originalCall.args, after?.call.args],
        [{ q: 'price' }, { q: 'price?', limit: 10 }],
      );
    },
  },
  {
    id: 'C127',
    title: 'a hook bound to a tool sees the calls of that tool only',
    rows: [74],
    async run(bench) {
      const hooks = bench.hooks();
      const seen: string[] = [];
      hooks.addHook('preToolCall', ({ call: asked }) => void seen.push(asked.name), {
        tool: 'ref*',
      });
      const model = [asksFor(call('search')), asksFor(call('refund')), says('Done.')];
      const run = await bench.start({
        hooks,
        model,
        messages: question,
        tools: [spyTool('search'), spyTool('refund')],
      });
      expectAnswer(run, 'Done.');
      expectRequests(run, 3);
      assert.deepEqual(seen, ['refund']);
    },
  },
]);
