import assert from 'node:assert/strict';

import { respond } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for a response that a hook supplies in place of a model call. */
export const suppliedResponse: readonly Behaviour[] = theme('supplied-response', [
  {
    id: 'C055',
    title: 'a supplied response skips the model, passes onResponse as synthetic and is the answer',
    rows: [6, 49, 69],
    proves: ['preRequest:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => ({
        response: { content: [{ type: 'text', text: 'From the cache.' }] },
      }));
      const heard = hear(hooks, 'onResponse', 'onAgentResponse');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'From the cache.');
      expectRequests(run, 0);
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.event, ctx.synthetic]),
        [
          ['onResponse', true],
          ['onAgentResponse', true],
        ],
      );
    },
  },
  {
    id: 'C056',
    title: 'the calls of a supplied response run, through their own gate',
    rows: [6, 10],
    proves: ['preRequest:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', ({ iteration }) =>
        iteration === 0
          ? respond({
              response: {
                content: [{ type: 'tool-call', id: 'call_1', name: 'search', args: { q: 'x' } }],
                finishReason: 'tool-calls',
              },
            })
          : undefined,
      );
      const heard = hear(hooks, 'preToolCall');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [says('Found.')],
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectAnswer(run, 'Found.');
      expectRequests(run, 1);
      assert.deepEqual(search.runs, [{ q: 'x' }]);
      assert.equal(heard.contexts.length, 1);
    },
  },
  {
    id: 'C057',
    title: 'a supplied error skips the model, fires onRequestError and reaches the caller',
    rows: [8, 50],
    proves: ['preRequest:respond', 'onRequestError'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => ({ error: 'the model is resting' }));
      const heard = hear(hooks, 'onRequestError', 'onResponse', 'onChatError');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      assert.match(String(expectError(run)), /the model is resting/);
      expectRequests(run, 0);
      assert.deepEqual(heard.names, ['onRequestError', 'onChatError']);
      assert.equal(heard.of('onRequestError')[0]?.synthetic, true);
    },
  },
]);
