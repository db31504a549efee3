import assert from 'node:assert/strict';

import type { Context } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

const agent = { id: 'shop-agent', name: 'Shop', version: '2.1.0' };
const trace = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'vendor=1',
};
const user = { id: 'ann', name: 'Ann', organisation: 'Bakery' };

/** Behaviours for the fields that every hook gets beside its payload. */
export const context: readonly Behaviour[] = theme('context', [
  {
    id: 'C370',
    title:
      'every event of a chat carries the same chat id, session and agent, and a step id of its own',
    rows: [25, 30, 31],
    async run(bench) {
      const contexts = await everyContext(bench);
      const inChat = contexts.filter(
        ({ event }) => event !== 'onSessionStart' && event !== 'onSessionEnd',
      );
      assert.equal(new Set(inChat.map((ctx) => ctx.chatId)).size, 1);
      assert.equal(new Set(contexts.map((ctx) => ctx.session.id)).size, 1);
      const gates = contexts.filter(
        ({ event }) => event.startsWith('pre') || event.startsWith('onTool'),
      );
      assert.equal(new Set(gates.map((ctx) => ctx.stepId)).size, gates.length);
      for (const ctx of contexts)
        assert.deepEqual(
          [ctx.event, ctx.agent.id, ctx.agent.version],
          [ctx.event, agent.id, agent.version],
        );
    },
  },
  {
    id: 'C371',
    title: 'every event of a chat names its user and its host',
    rows: [32, 42],
    async run(bench) {
      const contexts = await everyContext(bench);
      for (const ctx of contexts) {
        assert.equal(ctx.host.framework, bench.harness.framework, ctx.event);
        assert.deepEqual(ctx.user, user, ctx.event);
      }
    },
  },
  {
    id: 'C372',
    title: "what a hook may do here agrees with the adapter's table of capabilities",
    rows: [42],
    async run(bench) {
      const { capabilities, paths } = bench.harness;
      const rows = capabilities.filter(
        (row) => paths[bench.mode].includes(row.path) && row.status === 'enforced',
      );
      assert.ok(rows.length > 0, 'the harness runs through some row of the table');
      for (const { event, can } of await everyContext(bench)) {
        for (const row of rows.filter((each) => each.event === event)) {
          const claimed = row.verbs.filter((verb) => !(can as readonly string[]).includes(verb));
          assert.deepEqual(claimed, [], `${row.path} claims what ctx.can at ${event} lacks`);
        }
      }
    },
  },
  {
    id: 'C373',
    title: 'hooks of one dispatch share their notes, and the next dispatch starts afresh',
    rows: [37],
    async run(bench) {
      const hooks = bench.hooks();
      const found: unknown[] = [];
      hooks.addHook('preRequest', ({ metadata }) => {
        found.push(metadata['note']);
        metadata['note'] = 'mine';
      });
      hooks.addHook('preRequest', ({ metadata }) => void found.push(metadata['note']));
      await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      assert.deepEqual(found, [undefined, 'mine', undefined, 'mine']);
    },
  },
  {
    id: 'C376',
    title: 'reasoning reaches the hooks of a plain answer',
    rows: [33],
    modes: ['plain'],
    needs: ['reasoning'],
    async run(bench) {
      const hooks = bench.hooks();
      const thoughts: (string | undefined)[] = [];
      hooks.addHook('onResponse', ({ reasoning }) => void thoughts.push(reasoning));
      await bench.start({
        hooks,
        model: [{ ...says('Ten.'), reasoning: ['They ask ', 'for a price.'] }],
        messages: question,
      });
      assert.deepEqual(thoughts, ['They ask for a price.']);
    },
  },
  {
    id: 'C377',
    title: "hooks reach the host's own object behind a model call and a tool call",
    rows: [43],
    async run(bench) {
      const hooks = bench.hooks();
      const natives: [string, string][] = [];
      for (const event of ['preRequest', 'preToolCall'] as const) {
        hooks.addHook(event, ({ host }) => void natives.push([event, typeof host.native]));
      }
      await bench.start({
        hooks,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      assert.deepEqual(natives, [
        ['preRequest', 'object'],
        ['preToolCall', 'object'],
        ['preRequest', 'object'],
      ]);
    },
  },
  {
    id: 'C378',
    title: 'the trace context that the app names goes out with every request to a model',
    rows: [41],
    needs: ['trace'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard: unknown[] = [];
      hooks.addHook('preRequest', (ctx) => {
        heard.push(ctx.trace);
        return { request: { ...ctx.request, instructions: 'Be brief.' } };
      });
      const run = await bench.start({
        hooks,
        trace,
        model: oneCall('search'),
        messages: question,
        tools: [spyTool('search')],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(heard, [trace, trace]);
      assert.deepEqual(
        run.requests.map((request) => request.trace),
        [trace, trace],
      );
    },
  },
]);

async function everyContext(bench: Parameters<Behaviour['run']>[0]): Promise<Context[]> {
  const hooks = bench.hooks();
  const contexts: Context[] = [];
  hooks.observe('*', (ctx) => void (ctx.event === 'onDecision' || contexts.push(ctx)));
  // This hook makes the adapter hold streams, so that no verdict comes too late.
  hooks.addHook('onResponse', () => undefined);
  const run = await bench.start({
    hooks,
    agent,
    user,
    model: oneCall('search'),
    messages: question,
    instructions: 'Be brief.',
    tools: [spyTool('search')],
  });
  await hooks.flush();
  expectAnswer(run, 'All done.');
  assert.ok(contexts.length > 10, `${contexts.length} events were heard`);
  return contexts;
}
