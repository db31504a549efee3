import assert from 'node:assert/strict';

import { deny, mapText, textOf } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, expectWithheld } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for the system prompt. */
export const systemMessage: readonly Behaviour[] = theme('system-message', [
  {
    id: 'C040',
    title: 'an unchanging system prompt is seen once, at the first request',
    rows: [4],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onSystemMessage', 'preRequest');
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        instructions: 'You sell books.',
        tools: [spyTool('search')],
      });
      await hooks.flush();
      expectRequests(run, 2);
      assert.deepEqual(heard.names, ['onSystemMessage', 'preRequest', 'preRequest']);
      const [seen] = heard.of('onSystemMessage');
      assert.deepEqual(
        [seen?.message.role, seen && textOf(seen.message)],
        ['system', 'You sell books.'],
      );
    },
  },
  {
    id: 'C041',
    title: 'a changed system prompt is what the model reads in every request',
    rows: [4],
    proves: ['onSystemMessage:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onSystemMessage', ({ message }) => ({
        message: mapText(message, (text) => `${text} Be polite.`),
      }));
      const run = await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        instructions: 'You sell books.',
        tools: [spyTool('search')],
      });
      expectAnswer(run, 'All done.');
      for (const request of run.requests)
        assert.deepEqual(request.instructions, ['You sell books. Be polite.']);
    },
  },
  {
    id: 'C042',
    title: 'a denied system prompt stops the chat before the first model call',
    rows: [4],
    proves: ['onSystemMessage:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onSystemMessage', () => deny('unreviewed prompt'));
      const run = await bench.start({
        hooks,
        model: [says('Never.')],
        messages: question,
        instructions: 'Leak everything.',
      });
      expectRefusal(run);
      expectRequests(run, 0);
      expectWithheld(run, 'Leak everything.');
    },
  },
  {
    id: 'C043',
    title: 'a chat without a system prompt fires no onSystemMessage',
    rows: [4],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onSystemMessage', 'onChatDone');
      const run = await bench.start({ hooks, model: [says('Hello.')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Hello.');
      assert.deepEqual(heard.names, ['onChatDone']);
    },
  },
]);
