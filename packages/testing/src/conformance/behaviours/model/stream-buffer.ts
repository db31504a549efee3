import assert from 'node:assert/strict';

import { mapText } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { question } from '../../kit/one-call.ts';
import { call, says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const slowly = { kind: 'answer', text: ['It costs ', 'ten ', 'euros.'], chunkDelayMs: 25 } as const;

/** Behaviours for a stream that is held until its response is judged. */
export const streamBuffer: readonly Behaviour[] = theme('stream-buffer', [
  {
    id: 'C280',
    title: 'no character leaves before every hook on the response has seen the whole of it',
    rows: [7, 9],
    modes: ['streamed'],
    async run(bench) {
      for (const event of ['onResponse', 'onAgentResponse'] as const) {
        const hooks = bench.hooks();
        const log: string[] = [];
        hooks.addHook(event, async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          log.push('judged');
        });
        const run = await bench.start({
          hooks,
          model: [slowly],
          messages: question,
          consumer: { onText: (text) => void log.push(text) },
        });
        expectAnswer(run, 'It costs ten euros.');
        assert.equal(log[0], 'judged', `${event}: ${log.join('|')}`);
      }
    },
  },
  {
    id: 'C281',
    title: 'an unchanged response leaves in the chunks the model sent',
    rows: [7, 9],
    modes: ['streamed'],
    async run(bench) {
      const bare: string[] = [];
      const held: string[] = [];
      const hooks = bench.hooks();
      hooks.addHook('onResponse', () => undefined);
      for (const [registry, chunks] of [
        [bench.hooks(), bare],
        [hooks, held],
      ] as const) {
        const consumer = { onText: (text: string) => void chunks.push(text) };
        await bench.start({ hooks: registry, model: [slowly], messages: question, consumer });
      }
      assert.deepEqual(held, bare);
    },
  },
  {
    id: 'C282',
    title: 'a changed response leaves whole, without a trace of the original',
    rows: [7, 9],
    modes: ['streamed'],
    proves: ['onResponse:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onResponse', ({ response }) => ({
        response: mapText(response, (text) => text.replace('ten', 'eleven')),
      }));
      const seen: string[] = [];
      const run = await bench.start({
        hooks,
        model: [slowly],
        messages: question,
        consumer: { onText: (text) => void seen.push(text) },
      });
      expectAnswer(run, 'It costs eleven euros.');
      assert.equal(seen.join(''), 'It costs eleven euros.');
    },
  },
  {
    id: 'C283',
    title:
      'a hook on the final answer holds every step, since only its end tells whether it was the last',
    rows: [3, 9],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks();
      const log: string[] = [];
      hooks.addHook('onAgentResponse', () => void log.push('judged'));
      hooks.observe('onResponse', () => log.push('complete'));
      const run = await bench.start({
        hooks,
        model: [{ ...slowly, calls: [call('search')] }, slowly],
        messages: question,
        tools: [spyTool('search')],
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(run, 'It costs ten euros.');
      assert.equal(log[0], 'complete', log.join('|'));
      const judged = log.indexOf('judged');
      assert.deepEqual(log.slice(judged - 1, judged), ['complete'], log.join('|'));
    },
  },
  {
    id: 'C284',
    title: 'a supplied response is a whole stream of its own',
    rows: [49],
    modes: ['streamed'],
    proves: ['preRequest:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => ({
        response: {
          content: [
            { type: 'text', text: 'From ' },
            { type: 'text', text: 'the cache.' },
          ],
          finishReason: 'stop',
        },
      }));
      const seen: string[] = [];
      const run = await bench.start({
        hooks,
        model: [says('Never.')],
        messages: question,
        consumer: { onText: (text) => void seen.push(text) },
      });
      expectAnswer(run, 'From the cache.');
      assert.equal(seen.join(''), 'From the cache.');
    },
  },
]);
