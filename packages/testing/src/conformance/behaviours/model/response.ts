import assert from 'node:assert/strict';

import { deny, mapText, textOf, type ModelResponse } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { expectRequests, expectWithheld, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the answer of the model. */
export const response: readonly Behaviour[] = theme('response', [
  {
    id: 'C070',
    title: 'a changed text is the only text the caller gets',
    rows: [7],
    proves: ['onResponse:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', ({ response: answer }) => ({
        response: mapText(answer, (text) => text.replace('ten', '[sum]')),
      }));
      const heard = hear(hooks, 'onMessage');
      const run = await bench.start({
        hooks,
        model: [says('It costs ', 'ten', ' euros.')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'It costs [sum] euros.');
      assert.equal(run.received.text, 'It costs [sum] euros.');
      assert.equal(textOf(heard.contexts.at(-1)!.message), 'It costs [sum] euros.');
    },
  },
  {
    id: 'C071',
    title: 'changed calls are the calls that run',
    rows: [7],
    proves: ['onResponse:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', ({ response: answer }) => ({
        response: withQuery(answer, 'books only'),
      }));
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'everything' }),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(search.runs, [{ q: 'books only' }]);
      expectWithheld(run, 'everything');
    },
  },
  {
    id: 'C072',
    title: 'a call that a hook takes out of the response does not run',
    rows: [7],
    proves: ['onResponse:modify'],
    needs: ['parallel-calls'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', ({ response: answer }) => ({
        response: {
          ...answer,
          content: answer.content.filter(
            (part) => part.type !== 'tool-call' || part.name !== 'refund',
          ),
        },
      }));
      const search = spyTool('search');
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: [asksFor(call('search'), call('refund')), says('Done.')],
        messages: question,
        tools: [search, refund],
      });
      expectAnswer(run, 'Done.');
      assert.deepEqual([search.runs.length, refund.runs.length], [1, 0]);
    },
  },
  {
    id: 'C073',
    title: 'a denied answer never reaches the caller, who gets the refusal',
    rows: [7, 62],
    proves: ['onResponse:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', () => deny('leaks the margin'));
      const heard = hear(hooks, 'onAgentResponse', 'onMessage', 'onChatDone');
      const run = await bench.start({
        hooks,
        model: [says('Our margin', ' is 80 percent.')],
        messages: question,
      });
      await hooks.flush();
      expectRefusal(run);
      expectWithheld(run, 'margin');
      assert.deepEqual(heard.of('onAgentResponse'), []);
      assert.ok(
        !JSON.stringify(heard.of('onMessage').map((ctx) => ctx.message)).includes('margin'),
      );
      assert.deepEqual(
        heard.of('onChatDone').map((ctx) => ctx.reason),
        ['denied'],
      );
    },
  },
  {
    id: 'C074',
    title: 'the calls of a denied response are dropped and do not run',
    rows: [7],
    proves: ['onResponse:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', () => deny('no tools today'));
      const heard = hear(hooks, 'preToolCall');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'secret' }),
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectRefusal(run);
      expectRequests(run, 1);
      assert.deepEqual([search.runs, heard.contexts], [[], []]);
      assert.deepEqual(run.received.calls, []);
    },
  },
  {
    id: 'C075',
    title: 'an error supplied for a response fires onRequestError once and reaches the caller',
    rows: [7, 8],
    proves: ['onResponse:respond', 'onRequestError'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', () => ({ error: 'the answer was empty' }));
      const heard = hear(hooks, 'onResponse', 'onRequestError', 'onChatError');
      const run = await bench.start({
        hooks,
        model: [says('Nothing to say.')],
        messages: question,
      });
      await hooks.flush();
      assert.match(String(expectError(run)), /the answer was empty/);
      assert.deepEqual(heard.names, ['onResponse', 'onRequestError', 'onChatError']);
      expectWithheld(run, 'Nothing to say.');
    },
  },
  {
    id: 'C076',
    title: 'unchanged answers and tool results pass untouched beside a hook that allows',
    rows: [44],
    proves: ['onResponse:allow', 'onToolCallResult:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', () => undefined);
      hooks.addHook('onResponse', () => ({}));
      hooks.addHook('onToolCallResult', () => ({ decision: 'allow' }));
      const search = spyTool('search', () => 'ten euros');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.match(toolTextSeen(run, 'call_search'), /^"?ten euros"?$/);
    },
  },
]);

function withQuery(answer: ModelResponse, q: string): ModelResponse {
  return {
    ...answer,
    content: answer.content.map((part) =>
      part.type === 'tool-call' ? { ...part, args: { q } } : part,
    ),
  };
}
