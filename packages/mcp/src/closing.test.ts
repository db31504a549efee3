import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, gate, hookedWire, resultOf, settled } from '../test/hooked-wire.ts';

describe('a transport that closes while decisions are pending', () => {
  test('lets nothing out any more, and says so to whoever sent it', async () => {
    const first = gate();
    const hooks = createHooks();
    let signal: AbortSignal | undefined;
    hooks.addHook('preMcpMessage', (ctx) => {
      ({ signal } = ctx);
      return first.opens;
    });
    const { wire, transport, send } = hookedWire(hooks);
    const sent = send(callOf(1));
    await settled();
    await Promise.all([
      expect(sent).rejects.toMatchObject({ code: 'mcp_transport_closed' }),
      transport.close(),
    ]);
    expect(signal?.aborted).toBe(true);
    first.open();
    await settled();
    expect(wire.out).toEqual([]);
  });

  test('hands on nothing that this side did not wait for', async () => {
    const first = gate();
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => first.opens);
    const { wire, transport, heard, send } = hookedWire(hooks);
    const closed: string[] = [];
    transport.onclose = () => void closed.push('closed');
    await send(callOf(1));
    wire.say(resultOf(1));
    await transport.close();
    expect(closed).toEqual(['closed']);
    first.open();
    await settled();
    expect(heard).toEqual([]);
  });

  test('tells of the end of the other side after what that side still said', async () => {
    const first = gate();
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => first.opens);
    const { wire, transport, heard, send } = hookedWire(hooks);
    transport.onclose = () => void heard.push('closed');
    await send(callOf(1));
    wire.say(resultOf(1));
    wire.onclose?.();
    await settled();
    expect(heard).toEqual([]);
    first.open();
    await settled();
    expect(heard).toEqual([resultOf(1), 'closed']);
  });

  test('ends the chat of what a server is asked after that, which nobody answers', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onChatStart', () => void log.push('start'));
    hooks.observe('onChatAbort', () => void log.push('abort'));
    hooks.addHook('onMcpMessage', () => undefined);
    const { wire, heard } = hookedWire(hooks, { role: 'server' });
    wire.onclose?.();
    wire.say(callOf(1));
    await settled();
    await hooks.flush();
    expect([heard, log]).toEqual([[callOf(1)], ['start', 'abort']]);
  });

  test('ends the chat and the session of what had none', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.observe('onChatAbort', () => void log.push('abort'));
    hooks.observe('onChatDone', ({ reason }) => void log.push(reason));
    hooks.observe('onSessionStart', () => void log.push('start'));
    hooks.observe('onSessionEnd', () => void log.push('end'));
    hooks.addHook('preMcpMessage', ({ message }) => (message['id'] === 3 ? deny('no') : undefined));
    const { wire, transport, send } = hookedWire(hooks);
    await send(callOf(1));
    await send(callOf(2));
    await send(callOf(3));
    wire.say(resultOf(1));
    await transport.close();
    await hooks.flush();
    expect(log).toEqual(['start', 'denied', 'completed', 'abort', 'end']);
  });

  test('can be opened again', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.observe('preMcpMessage', ({ message }) => void seen.push(message['id']));
    const { wire, transport, send } = hookedWire(hooks);
    await send(callOf(1));
    await transport.close();
    await send(callOf(2));
    expect(seen).toEqual([1, 2]);
    expect(wire.out).toHaveLength(2);
  });
});
