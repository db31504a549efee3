import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, gate, hookedWire, noteOf, resultOf, settled } from '../../test/hooked-wire.ts';

/** Returns hooks that hold every message until its gate opens; messages without a gate pass at once. */
function holding(holds: (message: Dict) => Promise<void> | undefined): Hooks {
  const hooks = createHooks();
  hooks.addHook('preMcpMessage', ({ message }) => holds(message));
  hooks.addHook('onMcpMessage', ({ message }) => holds(message));
  return hooks;
}

describe('messages keep their order while a hook takes its time', () => {
  test('on their way out, requests and notifications', async () => {
    const first = gate();
    const { wire, send } = hookedWire(holding(({ id }) => (id === 1 ? first.opens : undefined)));
    const messages = [callOf(1), noteOf('notifications/roots/list_changed'), callOf(2)];
    const sent = messages.map((message) => send(message));
    await settled();
    expect(wire.out).toEqual([]);
    first.open();
    await Promise.all(sent);
    expect(wire.out).toEqual(messages);
  });

  test('on their way in, notifications and answers', async () => {
    const first = gate();
    const { wire, heard, send } = hookedWire(
      holding(({ method }) => (method === 'notifications/progress' ? first.opens : undefined)),
    );
    await send(callOf(1));
    const messages = [
      noteOf('notifications/progress'),
      resultOf(1),
      noteOf('notifications/message'),
    ];
    for (const message of messages) wire.say(message);
    await settled();
    expect(heard).toEqual([]);
    first.open();
    await settled();
    expect(heard).toEqual(messages);
  });

  test('but each is checked at once: two slow checks take the time of one', async () => {
    const both = gate();
    let waiting = 0;
    const { wire, send } = hookedWire(
      holding(() => {
        if (++waiting === 2) both.open();
        return both.opens;
      }),
    );
    await Promise.all([send(callOf(1)), send(callOf(2))]);
    expect(wire.out).toHaveLength(2);
  });

  test('an answer never waits for a request, whose own check may need it', async () => {
    const first = gate();
    const { wire, heard } = hookedWire(
      holding(({ method }) => (method === 'sampling/createMessage' ? first.opens : undefined)),
    );
    const sampling = { jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params: {} };
    const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' };
    const roots = { jsonrpc: '2.0', id: 'r', method: 'roots/list' };
    for (const message of [sampling, roots, ping, resultOf(7)]) wire.say(message);
    await settled();
    expect(heard).toEqual([ping, resultOf(7)]);
    first.open();
    await settled();
    expect(heard).toEqual([ping, resultOf(7), sampling, roots]);
  });

  test('an answer waits for a notification before it, also behind a request', async () => {
    const request = gate();
    const note = gate();
    const { wire, heard } = hookedWire(
      holding(({ method }) => {
        if (method === 'roots/list') return request.opens;
        return method === 'notifications/message' ? note.opens : undefined;
      }),
    );
    const roots = { jsonrpc: '2.0', id: 'r', method: 'roots/list' };
    for (const message of [roots, noteOf('notifications/message'), resultOf(7)]) wire.say(message);
    await settled();
    expect(heard).toEqual([]);
    note.open();
    await settled();
    expect(heard).toEqual([resultOf(7)]);
    request.open();
    await settled();
    expect(heard).toEqual([resultOf(7), roots, noteOf('notifications/message')]);
  });

  test('a denied message lets those behind it go', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', async ({ message }) => {
      await settled();
      return message['id'] === 1 ? deny('not this') : undefined;
    });
    const { wire, send } = hookedWire(hooks);
    await Promise.all([send(callOf(1)), send(callOf(2))]);
    expect(wire.out).toEqual([callOf(2)]);
  });
});

describe('a request that is called off while it is held', () => {
  test('never goes out, nor does the word that it was called off', async () => {
    const first = gate();
    const { wire, send } = hookedWire(holding(({ id }) => (id === 1 ? first.opens : undefined)));
    const sent = send(callOf(1));
    await send(noteOf('notifications/cancelled', { requestId: 1 }));
    await sent;
    first.open();
    await settled();
    expect(wire.out).toEqual([]);
    await send(callOf(2));
    await send(noteOf('notifications/cancelled', { requestId: 2 }));
    expect(wire.out).toHaveLength(2);
  });

  test('goes out when a policy denies that it is called off', async () => {
    const first = gate();
    const hooks = holding(({ id }) => (id === 1 ? first.opens : undefined));
    hooks.addHook('preMcpMessage', ({ message }) =>
      message['method'] === 'notifications/cancelled' ? deny('too late') : undefined,
    );
    const { wire, send } = hookedWire(hooks);
    const sent = send(callOf(1));
    const called = send(noteOf('notifications/cancelled', { requestId: 1 }));
    first.open();
    await Promise.all([sent, called]);
    expect(wire.out).toEqual([callOf(1)]);
  });

  test("never goes out when the caller's signal aborts", async () => {
    const first = gate();
    const { wire, send } = hookedWire(holding(() => first.opens));
    const controller = new AbortController();
    const sent = send(callOf(1), { signal: controller.signal });
    controller.abort();
    await sent;
    await send(callOf(2), { signal: AbortSignal.abort() });
    first.open();
    await settled();
    expect(wire.out).toEqual([]);
  });

  test('is not handed on, and needs no answer', async () => {
    const first = gate();
    const { wire, heard } = hookedWire(
      holding(({ method }) => (method === 'roots/list' ? first.opens : undefined)),
    );
    wire.say({ jsonrpc: '2.0', id: 9, method: 'roots/list' });
    wire.say(noteOf('notifications/cancelled', { requestId: 9 }));
    first.open();
    await settled();
    expect(heard).toEqual([]);
    expect(wire.out).toEqual([]);
  });

  test('aborts the signal that its hooks wait with', async () => {
    const hooks = createHooks();
    let signal: AbortSignal | undefined;
    hooks.addHook('preMcpMessage', (ctx) => {
      if (ctx.message['id'] !== 1) return undefined;
      ({ signal } = ctx);
      return new Promise(() => undefined);
    });
    const { send } = hookedWire(hooks);
    const sent = send(callOf(1));
    await settled();
    expect(signal?.aborted).toBe(false);
    await send(noteOf('notifications/cancelled', { requestId: 1 }));
    await sent;
    expect(signal?.aborted).toBe(true);
  });
});
