import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the app's choice of what happens when a hook fails. */
export const onError: readonly Behaviour[] = theme('on-error', [
  {
    id: 'C185',
    title: "with onError 'throw' the caller gets the very error of the hook",
    rows: [78],
    async run(bench) {
      const hooks = bench.hooks({ onError: 'throw' });
      const bug = new Error('policy bug');
      hooks.addHook('preRequest', () => {
        throw bug;
      });
      const heard = hear(hooks, 'onChatDone', 'onChatAbort', 'onChatError');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      assert.equal(expectError(run), bug);
      expectRequests(run, 0);
      assert.deepEqual(heard.names, ['onChatError']);
      assert.equal(heard.of('onChatError')[0]?.error, bug);
    },
  },
  {
    id: 'C186',
    title: "with onError 'throw' a failing hook on a call ends the chat, and the tool does not run",
    rows: [78],
    async run(bench) {
      const hooks = bench.hooks();
      const bug = new Error('policy bug');
      hooks.addHook('preToolCall', () => Promise.reject(bug), { onError: 'throw' });
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      assert.equal(expectError(run), bug);
      assert.deepEqual(search.runs, []);
      expectRequests(run, 1);
    },
  },
  {
    id: 'C187',
    title: "with onError 'allow' a failing hook changes nothing of what others decided",
    rows: [79],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { q: 'safe' } } }));
      hooks.addHook('preToolCall', () => Promise.reject(new Error('down')), { onError: 'allow' });
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'raw' }),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, [{ q: 'safe' }]);
    },
  },
  {
    id: 'C188',
    title: 'an observer that throws changes nothing and is reported',
    rows: [81],
    async run(bench) {
      const hooks = bench.hooks();
      for (const event of ['onChatStart', 'preRequest', 'onMessage', 'onChatDone'] as const) {
        hooks.observe(event, () => {
          throw new Error('observer bug');
        });
      }
      const heard = hear(hooks, 'onHookError', 'onChatDone', 'onChatError');
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      assert.equal(heard.of('onChatDone').length, 1);
      assert.equal(heard.of('onChatError').length, 0);
      assert.ok(heard.of('onHookError').length >= 4);
    },
  },
]);
