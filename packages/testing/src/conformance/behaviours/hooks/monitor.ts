import assert from 'node:assert/strict';

import { ask, definePolicy, deny, type DecisionRecord, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen, userTexts, requestAt } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for policies that only report what they would have done. */
export const monitor: readonly Behaviour[] = theme('monitor', [
  {
    id: 'C410',
    title: 'a registry in monitor mode applies nothing and records everything',
    rows: [100],
    async run(bench) {
      const hooks = bench.hooks({
        mode: 'monitor',
        approver: () => assert.fail('no approver is called'),
      });
      hooks.addHook('onUserMessage', ({ message }) => ({
        message: { ...message, content: [{ type: 'text', text: 'changed' }] },
      }));
      hooks.addHook('preToolCall', () => deny('no refunds', { code: 'no_refunds' }));
      hooks.addHook('onToolCallResult', () => ask('look at this'));
      hooks.addHook('onAgentResponse', () => deny('no answers'));
      const records = record(hooks);
      const refund = spyTool('refund', () => 'paid');
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [refund],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.equal(refund.runs.length, 1);
      assert.match(toolTextSeen(run, 'call_refund'), /paid/);
      assert.deepEqual(userTexts(requestAt(run, 0)), ['What is the price?']);
      const told = records
        .filter((each) => each.decision !== 'allow')
        .map((each) => [each.event, each.decision, each.mode]);
      assert.deepEqual(told, [
        ['onUserMessage', 'modify', 'monitor'],
        ['preToolCall', 'deny', 'monitor'],
        ['onToolCallResult', 'ask', 'monitor'],
        ['onAgentResponse', 'deny', 'monitor'],
      ]);
    },
  },
  {
    id: 'C411',
    title: 'a monitored policy changes nothing beside one that is enforced',
    rows: [100],
    async run(bench) {
      const trial = definePolicy({
        name: 'trial',
        mode: 'monitor',
        hooks: { preToolCall: () => deny('trial says no') },
      });
      const limit = definePolicy({
        name: 'limit',
        hooks: { preToolCall: ({ call }) => ({ call: { ...call, args: { euros: 5 } } }) },
      });
      const hooks = bench.hooks({ policies: [trial, limit] });
      const records = record(hooks);
      const refund = spyTool('refund');
      const run = await bench.start({
        hooks,
        model: oneCall('refund', { euros: 500 }),
        messages: question,
        tools: [refund],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      assert.deepEqual(refund.runs, [{ euros: 5 }]);
      const told = records
        .filter((each) => each.event === 'preToolCall')
        .map((each) => [each.decision, each.mode]);
      assert.deepEqual(new Set(told.map(String)), new Set(['modify,enforce', 'deny,monitor']));
    },
  },
  {
    id: 'C412',
    title: 'a monitored response is not held back',
    rows: [9, 100],
    modes: ['streamed'],
    async run(bench) {
      const hooks = bench.hooks({ mode: 'monitor' });
      const log: string[] = [];
      hooks.addHook('onResponse', () => {
        log.push('judged');
        return deny('too late anyway');
      });
      const run = await bench.start({
        hooks,
        model: [{ kind: 'answer', text: ['It costs ', 'ten.'], chunkDelayMs: 40 }],
        messages: question,
        consumer: { onText: (text) => void log.push(text) },
      });
      expectAnswer(run, 'It costs ten.');
      assert.equal(log[0], 'It costs ', log.join('|'));
      assert.ok(log.includes('judged'));
    },
  },
  {
    id: 'C413',
    title:
      'what a registry in monitor mode records is what it would have done, not what was asked for',
    rows: [100],
    async run(bench) {
      const hooks = bench.hooks({ mode: 'monitor' });
      hooks.addHook('preRequest', ({ request, iteration }) => ({
        request: iteration === 0 ? { ...request, model: '' } : request,
      }));
      hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, name: 'search' } }));
      hooks.addHook('onToolCallResult', ({ result }) => ({ result }));
      const records = record(hooks);
      const run = await bench.start({
        hooks,
        model: oneCall('refund'),
        messages: question,
        tools: [spyTool('refund', () => 'paid'), spyTool('search')],
      });
      await hooks.flush();
      expectAnswer(run, 'All done.');
      const told = records
        .filter(({ event }) => /^(preRequest|preToolCall|onToolCallResult)$/.test(event))
        .map((each) => [each.event, each.decision, ...each.codes]);
      assert.deepEqual(told, [
        ['preRequest', 'deny', 'modify_unsupported'],
        ['preToolCall', 'deny', 'rename_denied'],
        ['onToolCallResult', 'allow'],
        ['preRequest', 'allow'],
      ]);
    },
  },
]);

function record(hooks: Hooks): DecisionRecord[] {
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', (ctx) => void records.push(ctx.record));
  return records;
}
