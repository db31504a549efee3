import assert from 'node:assert/strict';

import { DeniedError, deny, retry } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectError, expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { fails, says } from '../../kit/script.ts';
import { expectRequests, expectUnseen } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for a provider that fails. */
export const requestError: readonly Behaviour[] = theme('request-error', [
  {
    id: 'C090',
    title: 'a provider failure fires onRequestError in place of onResponse, and the caller gets it',
    rows: [8],
    proves: ['onRequestError:allow', 'onChatError'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onRequestError', () => ({ decision: 'allow' }));
      const heard = hear(
        hooks,
        'preRequest',
        'onResponse',
        'onRequestError',
        'onChatDone',
        'onChatError',
      );
      const run = await bench.start({ hooks, model: [fails('no such model')], messages: question });
      await hooks.flush();
      assert.match(String(expectError(run)), /no such model/);
      assert.deepEqual(heard.names, ['preRequest', 'onRequestError', 'onChatError']);
      const [failure] = heard.of('onRequestError');
      assert.match(failure?.error.message ?? '', /no such model/);
      assert.equal(failure?.synthetic, false);
      assert.equal(failure?.request.messages.length, 1);
    },
  },
  {
    id: 'C091',
    title: 'a supplied response recovers from a provider failure',
    rows: [8],
    proves: ['onRequestError:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onRequestError', () => ({
        response: { content: [{ type: 'text', text: 'Please try later.' }] },
      }));
      const heard = hear(hooks, 'onRequestError', 'onChatDone', 'onChatError');
      const run = await bench.start({ hooks, model: [fails('no such model')], messages: question });
      await hooks.flush();
      expectAnswer(run, 'Please try later.');
      assert.deepEqual(heard.names, ['onRequestError', 'onChatDone']);
    },
  },
  {
    id: 'C092',
    title: 'a changed error is what the caller gets',
    rows: [8],
    proves: ['onRequestError:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onRequestError', ({ error }) => ({
        error: { ...error, message: 'the model is away', cause: undefined },
      }));
      const run = await bench.start({
        hooks,
        model: [fails('key sk-123 is wrong', 401)],
        messages: question,
      });
      assert.match(String(expectError(run)), /the model is away/);
      expectUnseen(run, 'sk-123');
    },
  },
  {
    id: 'C093',
    title: 'a denied error reaches the caller as a DeniedError without the text of the provider',
    rows: [8, 62],
    proves: ['onRequestError:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onRequestError', () => deny('hides its keys', { code: 'no_keys' }));
      const run = await bench.start({
        hooks,
        model: [fails('key sk-123 is wrong', 401)],
        messages: question,
      });
      const error = expectError(run);
      assert.ok(DeniedError.isInstance(error), String(error));
      assert.equal(error.code, 'no_keys');
      expectUnseen(run, 'sk-123');
    },
  },
  {
    id: 'C094',
    title: 'a retried failure asks the model again',
    rows: [8, 55],
    proves: ['onRequestError:retry'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onRequestError', () => retry());
      const heard = hear(hooks, 'preRequest', 'onRequestError', 'onResponse');
      const run = await bench.start({
        hooks,
        model: [fails('overloaded'), says('Ten euros.')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'Ten euros.');
      expectRequests(run, 2);
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.event, ctx.attempt]),
        [
          ['preRequest', 1],
          ['onRequestError', 1],
          ['preRequest', 2],
          ['onResponse', 2],
        ],
      );
    },
  },
  {
    id: 'C095',
    title:
      'a stream that breaks in the middle fires onRequestError once and ends the chat in an error',
    rows: [8, 24],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(
        hooks,
        'onResponse',
        'onAgentResponse',
        'onRequestError',
        'onChatDone',
        'onChatAbort',
        'onChatError',
      );
      const run = await bench.start({
        hooks,
        model: [{ kind: 'cut', text: ['It costs '] }],
        messages: question,
      });
      await hooks.flush();
      expectKind(run, 'error');
      assert.deepEqual(heard.names, ['onRequestError', 'onChatError']);
    },
  },
  {
    id: 'C096',
    title:
      "the framework's own repetition of a model call passes the gate again with a higher attempt",
    rows: [6, 56],
    needs: ['host-retries'],
    async run(bench) {
      const hooks = bench.hooks({ retries: 0 });
      const heard = hear(hooks, 'preRequest', 'onRequestError', 'onResponse');
      const run = await bench.start({
        hooks,
        model: [fails('overloaded', 503), says('Ten.')],
        messages: question,
        hostRetries: 1,
      });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      assert.deepEqual(
        heard.contexts.map((ctx) => [ctx.event, ctx.attempt]),
        [
          ['preRequest', 1],
          ['onRequestError', 1],
          ['preRequest', 2],
          ['onResponse', 2],
        ],
      );
    },
  },
]);
