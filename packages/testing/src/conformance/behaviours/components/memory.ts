import assert from 'node:assert/strict';

import { deny, type Hooks, type MemoryItem } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for an agent's memory. */
export const memory: readonly Behaviour[] = theme('memory', [
  {
    id: 'C450',
    title: 'memory is seen after the read and before the write',
    rows: [14, 15],
    needs: ['memory'],
    proves: ['onMemoryRetrieved:allow', 'preMemoryStore:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'onMemoryRetrieved', 'preRequest', 'preMemoryStore', 'onChatDone');
      const { stored, read } = await remember(bench, hooks);
      assert.deepEqual(heard.names, [
        'onMemoryRetrieved',
        'preRequest',
        'preMemoryStore',
        'onChatDone',
      ]);
      assert.deepEqual(heard.of('onMemoryRetrieved')[0]?.memory, [
        { key: 'pin', content: 'The pin is 4z42.' },
      ]);
      assert.match(read, /4z42/);
      assert.deepEqual(
        stored.map(({ content }) => content),
        ['Ten euros.'],
      );
    },
  },
  {
    id: 'C451',
    title: 'denied memory is not attached',
    rows: [14],
    needs: ['memory'],
    proves: ['onMemoryRetrieved:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onMemoryRetrieved', () => deny('not for guests'));
      const { read } = await remember(bench, hooks);
      assert.doesNotMatch(read, /4z42/);
    },
  },
  {
    id: 'C452',
    title: 'changed memory is what the model reads',
    rows: [14],
    needs: ['memory'],
    proves: ['onMemoryRetrieved:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onMemoryRetrieved', () => ({ memory: [{ content: 'They like bread.' }] }));
      const { read } = await remember(bench, hooks);
      assert.match(read, /They like bread\./);
      assert.doesNotMatch(read, /4z42/);
    },
  },
  {
    id: 'C453',
    title: 'a denied write leaves the store untouched',
    rows: [15],
    needs: ['memory'],
    proves: ['preMemoryStore:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preMemoryStore', () => deny('forget it'));
      const { stored } = await remember(bench, hooks);
      assert.deepEqual(stored, []);
    },
  },
  {
    id: 'C454',
    title: 'a changed write is what the store gets',
    rows: [15],
    needs: ['memory'],
    proves: ['preMemoryStore:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preMemoryStore', ({ memory: items }) => ({
        memory: items.map((item) => ({ ...item, content: '[sum]' })),
      }));
      const { stored } = await remember(bench, hooks);
      assert.deepEqual(
        stored.map(({ content }) => content),
        ['[sum]'],
      );
    },
  },
]);

async function remember(
  bench: Bench,
  hooks: Hooks,
): Promise<{ stored: MemoryItem[]; read: string }> {
  const stored: MemoryItem[] = [];
  const run = await bench.start({
    hooks,
    model: [says('Ten euros.')],
    messages: question,
    seams: {
      memory: {
        source: 'notebook',
        read: () => [{ key: 'pin', content: 'The pin is 4z42.' }],
        store: (items) => void stored.push(...items),
      },
    },
  });
  await hooks.flush();
  expectAnswer(run, 'Ten euros.');
  return { stored, read: JSON.stringify(run.requests) };
}
