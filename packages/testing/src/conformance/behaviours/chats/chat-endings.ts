import assert from 'node:assert/strict';

import { textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { fails, says } from '../../kit/script.ts';
import { theme } from '../../kit/theme.ts';

const endings = ['onChatDone', 'onChatAbort', 'onChatError'] as const;

/** Behaviours for the end of a chat, which happens exactly once. */
export const chatEndings: readonly Behaviour[] = theme('chat-endings', [
  {
    id: 'C220',
    title: 'a completed chat is done once, with its answer and its length in time',
    rows: [24, 38],
    proves: ['onChatDone'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...endings, 'onSessionEnd');
      await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      assert.deepEqual(heard.names, ['onChatDone', 'onSessionEnd']);
      const [done] = heard.of('onChatDone');
      assert.deepEqual(
        [done?.reason, done?.response && textOf(done.response)],
        ['completed', 'Ten.'],
      );
      assert.ok(done && done.durationMs >= 0);
      assert.equal(heard.of('onSessionEnd')[0]?.ended, 'chat');
    },
  },
  {
    id: 'C221',
    title: 'a failed chat ends in one error, and its session ends too',
    rows: [22, 24],
    proves: ['onChatError', 'onSessionEnd'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, ...endings, 'onSessionEnd');
      const run = await bench.start({ hooks, model: [fails('no such model')], messages: question });
      await hooks.flush();
      expectKind(run, 'error');
      assert.deepEqual(heard.names, ['onChatError', 'onSessionEnd']);
      assert.match(String(heard.of('onChatError')[0]?.error), /no such model/);
    },
  },
  {
    id: 'C227',
    title: 'observers that throw in an ending cause no second ending',
    rows: [24],
    async run(bench) {
      const hooks = bench.hooks();
      for (const event of endings) {
        hooks.observe(event, () => Promise.reject(new Error('late bug')), {
          run: 'sequence',
          onError: 'throw',
        });
      }
      const heard = hear(hooks, ...endings);
      const run = await bench.start({ hooks, model: [says('Ten.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      assert.deepEqual(heard.names, ['onChatDone']);
    },
  },
  {
    id: 'C228',
    title: 'a throw in the start of a chat ends it in that error, once, without a model call',
    rows: [23, 24],
    async run(bench) {
      const hooks = bench.hooks();
      const bug = new Error('no start');
      hooks.observe('onChatStart', () => Promise.reject(bug), {
        run: 'sequence',
        onError: 'throw',
      });
      const heard = hear(hooks, ...endings);
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      expectKind(run, 'error');
      assert.equal(run.outcome.kind === 'error' && run.outcome.error, bug);
      assert.deepEqual([heard.names, run.requests.length], [['onChatError'], 0]);
    },
  },
]);
