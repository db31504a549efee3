import { createHooks, type Dict } from '@interpose/core';
import { openChat, runInChat } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { callOf, hookedWire, resultOf, settled } from '../test/hooked-wire.ts';

const AGENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const HOST = { host: { framework: 'toy', version: '1' }, agent: { id: 'a' } };

function metaOf(message: unknown): unknown {
  const { params } = message as { readonly params?: Dict };
  return params?.['_meta'];
}

test('a call carries the trace of its chat, whether hooks listen or not, and keeps one of its own', async () => {
  const hooks = createHooks();
  const trace = { traceparent: AGENT, tracestate: 'vendor=1' };
  const { wire, send } = hookedWire(hooks);
  const chat = await openChat(hooks, { ...HOST, trace });
  const own = { traceparent: AGENT.replace('4b', '5c'), progressToken: 7 };
  await runInChat(chat, async () => {
    await send(callOf(1));
    hooks.addHook('preMcpMessage', () => undefined);
    await send({ ...callOf(2), params: { name: 'lookup', _meta: { progressToken: 7 } } });
    await send({ ...callOf(3), params: { name: 'lookup', _meta: own } });
    await send(resultOf(9));
  });
  expect(wire.out.map(metaOf)).toEqual([trace, { progressToken: 7, ...trace }, own, undefined]);
});

test('without a trace a message goes out as it is', async () => {
  const { wire, send } = hookedWire(createHooks());
  const call = callOf(1);
  await send(call);
  expect(wire.out[0]).toBe(call);
});

test('a call that comes to a server belongs to the trace it carries, and a forged one to none', async () => {
  const hooks = createHooks();
  const seen = new Map<unknown, unknown>();
  hooks.observe('onMcpMessage', ({ message, trace }) => void seen.set(message['id'], trace));
  const { wire } = hookedWire(hooks, { role: 'server' });
  for (const traceparent of [AGENT, 'anything', 7])
    wire.onmessage?.({
      ...callOf(String(traceparent)),
      params: { name: 'x', _meta: { traceparent } },
    });
  await settled();
  expect(Object.fromEntries(seen as Map<string, unknown>)).toEqual({
    [AGENT]: { traceparent: AGENT },
    anything: undefined,
    7: undefined,
  });
});
