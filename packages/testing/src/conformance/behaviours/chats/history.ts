import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';
import { expectRequests } from '../../kit/seen-text.ts';

/** Behaviours for the notes about a chat and their numbering. */
export const history: readonly Behaviour[] = theme('history', [
  {
    id: 'C003',
    title: 'model calls count their iteration from zero, each as a first attempt',
    rows: [6],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preRequest', 'onResponse');
      const model = [
        asksFor(call('search', {}, 'call_1')),
        asksFor(call('search', {}, 'call_2')),
        says('Done.'),
      ];
      const run = await bench.start({
        hooks,
        model,
        messages: question,
        tools: [spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'Done.');
      expectRequests(run, 3);
      assert.deepEqual(
        heard.of('preRequest').map((ctx) => [ctx.iteration, ctx.attempt]),
        [
          [0, 1],
          [1, 1],
          [2, 1],
        ],
      );
      assert.deepEqual(
        heard.of('onResponse').map((ctx) => ctx.iteration),
        [0, 1, 2],
      );
    },
  },
  {
    id: 'C004',
    title: 'the history notes carry what was said, called and returned',
    rows: [5],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onMessage');
      await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        tools: [spyTool('search', () => 'ten euros')],
      });
      await hooks.flush();
      const notes = heard.contexts.map((ctx) => ctx.message);
      assert.deepEqual(
        notes.map((message) => message.role),
        ['user', 'assistant', 'tool', 'assistant'],
      );
      assert.deepEqual(notes[0]?.content, [{ type: 'text', text: 'What is the price?' }]);
      const asked = notes[1]?.content.find((part) => part.type === 'tool-call');
      assert.deepEqual(asked, {
        type: 'tool-call',
        id: 'call_search',
        name: 'search',
        args: { q: 'price' },
      });
      const returned = notes[2]?.content[0];
      assert.deepEqual(returned, {
        type: 'tool-result',
        id: 'call_search',
        name: 'search',
        result: 'ten euros',
      });
      assert.deepEqual(
        notes[3]?.content.filter((part) => part.type === 'text'),
        [{ type: 'text', text: 'All done.' }],
      );
    },
  },
]);
