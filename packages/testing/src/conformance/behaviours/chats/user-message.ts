import assert from 'node:assert/strict';

import { deny, mapText, textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, expectWithheld, requestAt, userTexts } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for user messages. */
export const userMessage: readonly Behaviour[] = theme('user-message', [
  {
    id: 'C020',
    title: 'a changed user message is what the model reads and what enters history',
    rows: [2],
    proves: ['onUserMessage:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', ({ message }) => ({
        message: mapText(message, () => 'What is the [hidden]?'),
      }));
      const heard = hear(hooks, 'onMessage');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      for (const request of run.requests)
        assert.deepEqual(userTexts(request), ['What is the [hidden]?']);
      assert.equal(textOf(heard.contexts[0]!.message), 'What is the [hidden]?');
      expectWithheld(run, 'price');
    },
  },
  {
    id: 'C021',
    title: 'a denied user message reaches no model and no history, and the caller gets the refusal',
    rows: [2, 62],
    proves: ['onUserMessage:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', () =>
        deny('off topic', { message: 'I only talk about books.' }),
      );
      const heard = hear(hooks, 'onMessage', 'preRequest', 'onChatDone');
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      await hooks.flush();
      expectRefusal(run, 'I only talk about books.');
      expectRequests(run, 0);
      assert.deepEqual(
        heard.of('onMessage').filter((ctx) => ctx.message.role === 'user'),
        [],
      );
      assert.deepEqual(heard.of('preRequest'), []);
      assert.deepEqual(
        heard.of('onChatDone').map((ctx) => ctx.reason),
        ['denied'],
      );
    },
  },
  {
    id: 'C022',
    title: 'an answer supplied to a user message is the answer, without a model call',
    rows: [2, 49],
    proves: ['onUserMessage:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', () => ({ answer: 'We are closed today.' }));
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      expectAnswer(run, 'We are closed today.');
      expectRequests(run, 0);
    },
  },
  {
    id: 'C023',
    title: 'every new user message is seen, in order',
    rows: [2],
    async run(bench) {
      const texts = ['First.', 'Second.'];
      const messages = texts.map((text) => ({ role: 'user', text }) as const);
      for (const denied of [undefined, 'First.']) {
        const hooks = bench.hooks();
        const seen: string[] = [];
        hooks.addHook('onUserMessage', ({ message }) => {
          seen.push(textOf(message));
          return textOf(message) === denied ? deny('no') : undefined;
        });
        const run = await bench.start({ hooks, model: [says('Both read.')], messages });
        assert.deepEqual(seen, texts);
        expectRequests(run, denied === undefined ? 1 : 0);
      }
    },
  },
  {
    id: 'C026',
    title: 'a user message that arrives in the middle of a run is seen before the model reads it',
    rows: [2],
    needs: ['steering'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onUserMessage', ({ message }) => ({
        message: mapText(message, (text) => text.replace('now', 'later')),
      }));
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
        steering: [{ afterIteration: 0, text: 'Stop now.' }],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(userTexts(requestAt(run, 1)), ['What is the price?', 'Stop later.']);
    },
  },
]);
