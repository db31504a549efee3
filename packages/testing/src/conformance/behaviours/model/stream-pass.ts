import assert from 'node:assert/strict';

import { deny } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { asksFor, call, says } from '../../kit/script.ts';
import { expectRequests } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const slowly = { kind: 'answer', text: ['It costs ', 'ten ', 'euros.'], chunkDelayMs: 40 } as const;

/** Behaviours for a stream that must not be held back. */
export const streamPass: readonly Behaviour[] = theme('stream-pass', [
  {
    id: 'C240',
    title: 'beside observers text leaves at once, long before the response is complete',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      const log: string[] = [];
      hooks.observe('onResponse', () => log.push('onResponse'));
      const run = await bench.start({
        hooks,
        model: [slowly],
        messages: question,
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(run, 'It costs ten euros.');
      const judged = log.indexOf('onResponse');
      assert.ok(log.slice(0, judged).join('').startsWith('It costs '), log.join('|'));
      assert.equal(log.filter((each) => each !== 'onResponse').join(''), 'It costs ten euros.');
    },
  },
  {
    id: 'C241',
    title: 'observers hear every delta with what came before it',
    rows: [9],
    modes: ['streamed'],
    proves: ['onResponseDelta'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onResponseDelta');
      const run = await bench.start({ hooks, model: [slowly], messages: question });
      await hooks.flush();
      expectAnswer(run, 'It costs ten euros.');
      let before = '';
      for (const { channel, sofar, delta } of heard.contexts) {
        assert.deepEqual([channel, sofar], ['text', before]);
        before += delta;
      }
      assert.equal(before, 'It costs ten euros.');
    },
  },
  {
    id: 'C242',
    title: 'reasoning has a channel of its own and reaches ctx.reasoning',
    rows: [9, 33],
    modes: ['streamed'],
    needs: ['reasoning'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onResponseDelta', 'onResponse', 'onAgentResponse');
      const run = await bench.start({
        hooks,
        model: [{ kind: 'answer', reasoning: ['They ask ', 'for a price.'], text: ['Ten.'] }],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'Ten.');
      const thought = heard.of('onResponseDelta').filter((ctx) => ctx.channel === 'reasoning');
      assert.equal(thought.map((ctx) => ctx.delta).join(''), 'They ask for a price.');
      assert.equal(heard.of('onResponse')[0]?.reasoning, 'They ask for a price.');
      assert.equal(heard.of('onAgentResponse')[0]?.reasoning, 'They ask for a price.');
    },
  },
  {
    id: 'C243',
    title:
      'a hook that only watches a stream holds nothing back; if it denies the whole answer, its calls do not run',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      const log: string[] = [];
      hooks.addHook(
        'onResponse',
        () => {
          log.push('judged');
          return deny('too much');
        },
        { stream: 'observe' },
      );
      const heard = hear(hooks, 'onDecision');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [{ ...slowly, calls: [call('search')] }, says('Never.')],
        messages: question,
        tools: [search],
        consumer: { onText: (text) => void log.push(text) },
      });
      await hooks.flush();
      assert.ok(log.indexOf('It costs ') < log.indexOf('judged'), log.join('|'));
      assert.deepEqual(search.runs, []);
      expectRequests(run, 1);
      const record = heard.contexts
        .map((ctx) => ctx.record)
        .find((each) => each.event === 'onResponse');
      assert.deepEqual([record?.decision, record?.codes.includes('too_late')], ['deny', true]);
    },
  },
  {
    id: 'C244',
    title: 'calls wait for the verdict on their response even when text passes',
    rows: [7, 9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      const log: string[] = [];
      hooks.observe('onResponse', () => log.push('onResponse'));
      hooks.observe('preToolCall', () => log.push('preToolCall'));
      const search = spyTool('search', () => void log.push('search'));
      const run = await bench.start({
        hooks,
        model: [asksFor(call('search')), says('Done.')],
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectKind(run, 'answer');
      assert.deepEqual(log, ['onResponse', 'preToolCall', 'search', 'onResponse']);
    },
  },
]);
