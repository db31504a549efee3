import assert from 'node:assert/strict';

import { deny, textOf, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { requestAt, userTexts } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for a host that is about to shorten its history. */
export const compaction: readonly Behaviour[] = theme('compaction', [
  {
    id: 'C460',
    title: 'the messages are seen before they are summarised',
    rows: [27],
    needs: ['compaction'],
    proves: ['preCompact:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preCompact', 'preRequest');
      const { summarised, texts } = await compact(bench, hooks);
      assert.deepEqual(heard.names, ['preCompact', 'preRequest']);
      assert.deepEqual(summarised, [['What is the price?']]);
      assert.deepEqual(texts, ['Summary: What is the price?']);
    },
  },
  {
    id: 'C461',
    title: 'changed messages are what is summarised',
    rows: [27],
    needs: ['compaction'],
    proves: ['preCompact:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preCompact', () => ({
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Price?' }] }],
      }));
      const { texts } = await compact(bench, hooks);
      assert.deepEqual(texts, ['Summary: Price?']);
    },
  },
  {
    id: 'C462',
    title: 'a supplied summary spares the host the work',
    rows: [27, 49],
    needs: ['compaction'],
    proves: ['preCompact:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preCompact', () => ({ summary: 'They want a price.' }));
      const { summarised, texts } = await compact(bench, hooks);
      assert.deepEqual([summarised, texts], [[], ['They want a price.']]);
    },
  },
  {
    id: 'C463',
    title: 'a denied compaction leaves the messages as they are',
    rows: [27],
    needs: ['compaction'],
    proves: ['preCompact:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preCompact', () => deny('keep the evidence'));
      const { summarised, texts } = await compact(bench, hooks);
      assert.deepEqual([summarised, texts], [[], ['What is the price?']]);
    },
  },
]);

async function compact(
  bench: Bench,
  hooks: Hooks,
): Promise<{ summarised: string[][]; texts: string[] }> {
  const summarised: string[][] = [];
  const run = await bench.start({
    hooks,
    model: [says('Ten.')],
    messages: question,
    seams: {
      compaction: {
        summarise(messages) {
          const texts = messages.map((message) => textOf(message));
          summarised.push(texts);
          return `Summary: ${texts.join(' ')}`;
        },
      },
    },
  });
  await hooks.flush();
  expectAnswer(run, 'Ten.');
  return { summarised, texts: userTexts(requestAt(run, 0)) };
}
