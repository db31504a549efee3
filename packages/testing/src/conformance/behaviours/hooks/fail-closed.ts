import assert from 'node:assert/strict';

import { deny, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer, expectRefusal } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { expectRequests, expectWithheld, toolTextSeen } from '../../kit/seen-text.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for hooks that return something unreadable, fail or reroute: each is denied. */
export const failClosed: readonly Behaviour[] = theme('fail-closed', [
  {
    id: 'C180',
    title: 'a hook that throws denies the call, and the model reads nothing of the exception',
    rows: [80, 86],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => {
        throw new Error('db password is hunter2');
      });
      const { run, runs } = await deniedCall(bench, hooks, 'hook_failed');
      assert.deepEqual(runs, []);
      expectWithheld(run, 'hunter2');
    },
  },
  {
    id: 'C181',
    title:
      'a hook that rejects before a model call ends the chat with a refusal, without a model call',
    rows: [80, 86],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preRequest', () => Promise.reject(new Error('db password is hunter2')));
      const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
      expectRefusal(run);
      expectRequests(run, 0);
      expectWithheld(run, 'hunter2');
    },
  },
  {
    id: 'C182',
    title: 'a hook that is late denies the call',
    rows: [80, 82],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => new Promise<never>(() => undefined), { timeoutMs: 60 });
      const { runs } = await deniedCall(bench, hooks, 'hook_timeout');
      assert.deepEqual(runs, []);
    },
  },
  {
    id: 'C183',
    title: 'an answer that cannot be read denies the call, whatever it tried to say',
    rows: [52, 61, 64],
    async run(bench) {
      const malformed: readonly unknown[] = [
        null,
        true,
        { allowed: true },
        { decision: 'permit' },
        { call: { id: 'call_search', name: 'search', args: {} }, result: 1 },
        { call: { id: 'call_search', name: 'search', args: 'all' } },
      ];
      for (const returned of malformed) {
        const hooks = bench.hooks();
        hooks.addHook('preToolCall', () => returned as undefined);
        const { runs } = await deniedCall(bench, hooks, 'invalid_verdict');
        assert.deepEqual(runs, [], `${JSON.stringify(returned)} runs nothing`);
      }
    },
  },
  {
    id: 'C184',
    title: 'a changed call id or tool name is denied, so no verdict reroutes a call',
    rows: [63],
    async run(bench) {
      for (const change of [{ id: 'call_other' }, { name: 'refund' }]) {
        const hooks = bench.hooks();
        hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, ...change } }));
        const refund = spyTool('refund');
        const search = spyTool('search');
        const run = await bench.start({
          hooks,
          model: oneCall('search'),
          messages: question,
          tools: [search, refund],
        });
        expectAnswer(run, 'All done.');
        assert.deepEqual([search.runs, refund.runs], [[], []], JSON.stringify(change));
        assert.match(toolTextSeen(run, 'call_search'), /Blocked by /);
      }
    },
  },
  {
    id: 'C189',
    title: 'a hook that runs always still runs after a deny',
    rows: [68],
    async run(bench) {
      const hooks = bench.hooks();
      const audited: string[] = [];
      hooks.addHook('preToolCall', () => deny('no'), { name: 'guard' });
      hooks.addHook('preToolCall', () => void audited.push('skipped'));
      hooks.addHook('preToolCall', () => void audited.push('audit'), { always: true });
      await deniedCall(bench, hooks);
      assert.deepEqual(audited, ['audit']);
    },
  },
  {
    id: 'C190',
    title: 'a verb that the event does not take is a deny that says so, never a silent allow',
    rows: [42, 61],
    async run(bench) {
      for (const event of ['onUserMessage', 'preRequest'] as const) {
        const hooks = bench.hooks();
        hooks.addHook(event, (() => ({ decision: 'retry' })) as () => never);
        const heard = hear(hooks, 'onDecision');
        const run = await bench.start({ hooks, model: [says('Never.')], messages: question });
        await hooks.flush();
        expectRefusal(run);
        expectRequests(run, 0);
        const record = heard.contexts.map((ctx) => ctx.record).find((each) => each.event === event);
        assert.deepEqual([record?.decision, record?.codes], ['deny', ['retry_unsupported']]);
      }
    },
  },
]);

async function deniedCall(bench: Bench, hooks: Hooks, code?: string) {
  const heard = hear(hooks, 'onDecision');
  const search = spyTool('search');
  const run = await bench.start({
    hooks,
    model: oneCall('search'),
    messages: question,
    tools: [search],
  });
  await hooks.flush();
  expectAnswer(run, 'All done.');
  assert.match(toolTextSeen(run, 'call_search'), /Blocked by /);
  const record = heard.contexts
    .map((ctx) => ctx.record)
    .find((each) => each.event === 'preToolCall');
  assert.equal(record?.decision, 'deny');
  if (code !== undefined)
    assert.ok(record.codes.includes(code), `${record.codes.join()} has ${code}`);
  return { run, runs: search.runs };
}
