import assert from 'node:assert/strict';

import { deny, textOf, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer, expectKind } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { call, says } from '../../kit/script.ts';
import { expectRequests, expectUnseen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const card = /\d{4}-\d{4}/g;

/** Behaviours for a stream whose deltas pass through hooks. */
export const streamWindow: readonly Behaviour[] = theme('stream-window', [
  {
    id: 'C260',
    title: 'a changed delta is what leaves, what is answered and what enters history',
    rows: [9],
    modes: ['streamed'],
    proves: ['onResponseDelta:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponseDelta', ({ delta, channel }) =>
        channel === 'text' ? { delta: delta.toUpperCase() } : undefined,
      );
      const heard = hear(hooks, 'onMessage', 'onResponse');
      const run = await bench.start({
        hooks,
        model: [says('It costs ', 'ten.')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'IT COSTS TEN.');
      assert.equal(run.received.text, 'IT COSTS TEN.');
      assert.equal(textOf(heard.of('onMessage').at(-1)!.message), 'IT COSTS TEN.');
    },
  },
  {
    id: 'C266',
    title: 'hooks on deltas that say nothing leave the stream as it was',
    rows: [9, 44],
    modes: ['streamed'],
    proves: ['onResponseDelta:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponseDelta', () => undefined);
      hooks.addHook('onResponseDelta', () => ({ decision: 'allow' }));
      const seen: string[] = [];
      const run = await bench.start({
        hooks,
        model: [says('It costs ', 'ten.')],
        messages: question,
        consumer: { onText: (text) => void seen.push(text) },
      });
      expectAnswer(run, 'It costs ten.');
      assert.equal(seen.join(''), 'It costs ten.');
    },
  },
  {
    id: 'C261',
    title: 'a match that straddles chunks is caught, and no part of it leaves',
    rows: [9],
    modes: ['streamed'],
    proves: ['onResponseDelta:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      redactCards(hooks, 9);
      const seen: string[] = [];
      const run = await bench.start({
        hooks,
        model: [says('Your card ', 'is 12', '34-', '5678', '. Bye.')],
        messages: question,
        consumer: { onText: (text) => void seen.push(text) },
      });
      expectAnswer(run, 'Your card is [card]. Bye.');
      assert.equal(seen.join(''), 'Your card is [card]. Bye.');
      assert.ok(!seen.join('').includes('12'));
    },
  },
  {
    id: 'C262',
    title: 'a match at the very end is caught when the remainder is flushed',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      redactCards(hooks, 9);
      const heard = hear(hooks, 'onResponseDelta');
      const run = await bench.start({
        hooks,
        model: [says('Card ', '1234-', '5678')],
        messages: question,
      });
      await hooks.flush();
      expectAnswer(run, 'Card [card]');
      assert.equal(heard.contexts.at(-1)?.last, true);
    },
  },
  {
    id: 'C263',
    title: 'text that can no longer match leaves before the response is complete',
    rows: [9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      redactCards(hooks, 4);
      const log: string[] = [];
      hooks.observe('onResponse', () => log.push('onResponse'));
      const run = await bench.start({
        hooks,
        model: [
          {
            kind: 'answer',
            text: ['A long beginning, ', 'a middle, ', 'and an end.'],
            chunkDelayMs: 40,
          },
        ],
        messages: question,
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(run, 'A long beginning, a middle, and an end.');
      assert.ok(log.indexOf('onResponse') > 0, log.join('|'));
    },
  },
  {
    id: 'C264',
    title: 'a denied delta ends the stream as a refusal, drops the rest and its calls',
    rows: [9, 62],
    modes: ['streamed'],
    proves: ['onResponseDelta:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponseDelta', ({ delta }) =>
        delta.includes('margin') ? deny('secret') : undefined,
      );
      const heard = hear(hooks, 'onMessage', 'onChatDone', 'preToolCall');
      const search = spyTool('search');
      const run = await bench.start({
        hooks,
        model: [
          { ...says('It costs ten. ', 'The margin ', 'is 80 percent.'), calls: [call('search')] },
          says('Never.'),
        ],
        messages: question,
        tools: [search],
      });
      await hooks.flush();
      expectKind(run, 'refusal');
      assert.deepEqual(run.streamFaults, []);
      expectUnseen(run, 'margin');
      expectUnseen(run, '80');
      expectRequests(run, 1);
      assert.deepEqual([search.runs, heard.of('preToolCall')], [[], []]);
      assert.deepEqual(
        heard.of('onChatDone').map((ctx) => ctx.reason),
        ['denied'],
      );
      assert.ok(
        !JSON.stringify(heard.of('onMessage').map((ctx) => ctx.message)).includes('margin'),
      );
    },
  },
  {
    id: 'C265',
    title: 'a hook on deltas that fails withholds the rest',
    rows: [9, 80],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponseDelta', ({ sofar }) => {
        if (sofar !== '') throw new Error('broken filter');
      });
      const run = await bench.start({
        hooks,
        model: [says('One, ', 'two, ', 'three.')],
        messages: question,
      });
      expectKind(run, 'refusal');
      expectUnseen(run, 'three');
      expectUnseen(run, 'broken filter');
    },
  },
]);

function redactCards(hooks: Hooks, window: number): void {
  hooks.addHook(
    'onResponseDelta',
    ({ delta, channel }) =>
      channel === 'text' ? { delta: delta.replace(card, '[card]') } : undefined,
    { window },
  );
}
