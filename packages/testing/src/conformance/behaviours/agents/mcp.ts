import assert from 'node:assert/strict';

import { deny, type Dict, type Hooks } from '@interpose/core';

import type { Behaviour } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { hear } from '../../kit/heard.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { toolTextSeen } from '../../kit/seen-text.ts';
import { theme } from '../../kit/theme.ts';
import { expectWholeRecord, place, tellDecision, why } from '../../kit/whole-record.ts';

const sampling = { jsonrpc: '2.0', id: 'srv-1', method: 'sampling/createMessage', params: {} };

/** Behaviours for the messages between an agent and an MCP server. */
export const mcp: readonly Behaviour[] = theme('mcp', [
  {
    id: 'C470',
    title: 'requests and notifications are seen on their way out, responses on their way in',
    rows: [18, 19],
    needs: ['mcp'],
    proves: ['preMcpMessage:allow', 'onMcpMessage:allow'],
    async run(bench) {
      const hooks = bench.hooks();
      const heard = hear(hooks, 'preMcpMessage', 'onMcpMessage');
      const { run, wire } = await callOverMcp(bench, hooks);
      assert.match(toolTextSeen(run, 'call_lookup'), /ten euros/);
      const out = heard.of('preMcpMessage').map((ctx) => ctx.message);
      assert.deepEqual(
        out.map((message) => message['method']),
        ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'],
      );
      // Compared as JSON, which has no undefined values.
      assert.deepEqual(JSON.parse(JSON.stringify(wire)), JSON.parse(JSON.stringify(out)));
      assert.equal(heard.of('onMcpMessage').length, 3);
      for (const ctx of heard.contexts) {
        const direction = ctx.event === 'preMcpMessage' ? 'client-to-server' : 'server-to-client';
        assert.deepEqual([ctx.server, ctx.direction], ['shop', direction]);
      }
    },
  },
  {
    id: 'C471',
    title: 'a denied request leaves nothing on the wire and is answered with an error',
    rows: [18],
    needs: ['mcp'],
    proves: ['preMcpMessage:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook(
        'preMcpMessage',
        ({ message }) => (message['method'] === 'tools/call' ? deny('offline') : undefined),
        { name: 'wire' },
      );
      const { run, wire } = await callOverMcp(bench, hooks);
      assert.ok(!wire.some((message) => message['method'] === 'tools/call'));
      assert.match(toolTextSeen(run, 'call_lookup'), /offline/);
    },
  },
  {
    id: 'C472',
    title: 'changed messages are what crosses the wire, both ways',
    rows: [18, 19],
    needs: ['mcp'],
    proves: ['preMcpMessage:modify', 'onMcpMessage:modify'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preMcpMessage', ({ message }) => {
        if (message['method'] !== 'tools/call') return undefined;
        return { message: { ...message, params: { name: 'lookup', arguments: { q: 'bread' } } } };
      });
      hooks.addHook('onMcpMessage', ({ message }) =>
        JSON.stringify(message).includes('ten euros')
          ? { message: { ...message, result: textResult('[sum]') } }
          : undefined,
      );
      const { run, wire } = await callOverMcp(bench, hooks);
      assert.deepEqual(wire.at(-1)?.['params'], { name: 'lookup', arguments: { q: 'bread' } });
      assert.match(toolTextSeen(run, 'call_lookup'), /\[sum\]/);
    },
  },
  {
    id: 'C473',
    title: 'a supplied reply spares the server the request',
    rows: [18, 49],
    needs: ['mcp'],
    proves: ['preMcpMessage:respond'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preMcpMessage', ({ message }) => {
        if (message['method'] !== 'tools/call') return undefined;
        return {
          reply: { jsonrpc: '2.0', id: message['id'], result: textResult('from the cache') },
        };
      });
      const { run, wire } = await callOverMcp(bench, hooks);
      assert.ok(!wire.some((message) => message['method'] === 'tools/call'));
      assert.match(toolTextSeen(run, 'call_lookup'), /from the cache/);
    },
  },
  {
    id: 'C474',
    title: 'a denied response reaches the caller as an error of that request',
    rows: [19, 62],
    needs: ['mcp'],
    proves: ['onMcpMessage:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onMcpMessage', ({ message }) =>
        JSON.stringify(message).includes('ten euros') ? deny('poisoned') : undefined,
      );
      const { run } = await callOverMcp(bench, hooks);
      assert.doesNotMatch(toolTextSeen(run, 'call_lookup'), /ten euros/);
      assert.match(toolTextSeen(run, 'call_lookup'), /poisoned/);
    },
  },
  {
    id: 'C475',
    title: "a denied request of the server's own is answered with a JSON-RPC error for its id",
    rows: [19],
    needs: ['mcp'],
    proves: ['onMcpMessage:deny'],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('onMcpMessage', ({ message }) =>
        message['method'] === 'sampling/createMessage' ? deny('no sampling') : undefined,
      );
      const { wire } = await callOverMcp(bench, hooks, [sampling]);
      const answer = wire.find((message) => message['id'] === 'srv-1');
      assert.ok(answer?.['error'], `the server gets an error: ${JSON.stringify(answer)}`);
      assert.equal(answer['jsonrpc'], '2.0');
    },
  },
  {
    id: 'C476',
    title: 'the record of a denied MCP message says where, when, for whom, by whom and why',
    rows: [18, 99],
    needs: ['mcp'],
    async run(bench) {
      const hooks = bench.hooks({ trace: true });
      const told = tellDecision(hooks, 'preMcpMessage', ({ message }: { message: Dict }) =>
        message['method'] === 'tools/call' ? deny(why.reason, why) : undefined,
      );
      await callOverMcp(bench, hooks);
      expectWholeRecord(told, { decision: 'deny', data: why.data });
    },
  },
]);

/** Removes the trace of the chat, which calls carry without a policy. */
function withoutTrace(message: Dict): Dict {
  const { _meta: meta, ...params } = (message['params'] ?? {}) as Dict;
  const { traceparent, ...others } = (meta ?? {}) as Dict;
  if (traceparent === undefined) return message;
  const kept = Object.keys(others).length === 0 ? params : { ...params, _meta: others };
  return { ...message, params: Object.keys(kept).length === 0 ? undefined : kept };
}

async function callOverMcp(
  bench: Bench,
  hooks: Hooks,
  pushes: readonly Dict[] = [],
): Promise<{ run: HarnessRun; wire: Dict[] }> {
  const wire: Dict[] = [];
  const receive = (message: Dict): readonly Dict[] => {
    wire.push(withoutTrace(message));
    const result = resultOf(message['method']);
    return result === undefined ? [] : [{ jsonrpc: '2.0', id: message['id'], result }];
  };
  const seams = { mcp: { server: 'shop', receive, pushes } };
  const run = await bench.start({
    ...place,
    hooks,
    model: oneCall('lookup', { q: 'price' }),
    messages: question,
    seams,
  });
  await hooks.flush();
  expectAnswer(run, 'All done.');
  return { run, wire };
}

function resultOf(method: unknown): Dict | undefined {
  if (method === 'initialize') {
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1.0.0' },
    };
  }
  if (method === 'tools/list')
    return { tools: [{ name: 'lookup', inputSchema: { type: 'object' } }] };
  return method === 'tools/call' ? textResult('ten euros') : undefined;
}

function textResult(text: string): Dict {
  return { content: [{ type: 'text', text }] };
}
