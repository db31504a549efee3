import { createHooks, deny, ask, type Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

describe('a message that the hooks left alone', () => {
  test('is the same object on the other side, both ways', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) => ({ message }));
    hooks.addHook('onMcpMessage', () => undefined);
    const { wire, heard, send } = hookedWire(hooks);
    const [call, result] = [callOf(1), resultOf(1)];
    const options = { relatedRequestId: 7 };
    await send(call, options);
    wire.say(result);
    await settled();
    expect(wire.out[0]).toBe(call);
    expect(wire.options[0]).toBe(options);
    expect(heard[0]).toBe(result);
    expect(Object.isFrozen(call)).toBe(false);
  });

  test('costs no promise where nobody listens: the native send is called as such', async () => {
    const { wire, transport } = hookedWire(createHooks());
    await transport.send(callOf(1));
    const own = Promise.resolve();
    wire.send = () => own;
    expect(transport.send(callOf(2))).toBe(own);
  });
});

describe('a changed message', () => {
  test('is not frozen for those who get it, although hooks see frozen ones', async () => {
    const hooks = createHooks({ strict: true });
    const frozen: boolean[] = [];
    hooks.addHook('onMcpMessage', ({ message }) => {
      frozen.push(Object.isFrozen(message['result']));
      return { message: { ...message, extra: 1 } };
    });
    const { wire, heard } = hookedWire(hooks);
    wire.say(resultOf(1));
    await settled();
    expect(frozen).toEqual([true]);
    expect(Object.isFrozen((heard[0] as Dict)['result'])).toBe(false);
  });

  const changes: readonly (readonly [string, Dict, string])[] = [
    ['another id', callOf(2), 'mcp_id_changed'],
    ['the same id of another type', callOf('1'), 'mcp_id_changed'],
    ['another kind', noteOf('ping'), 'invalid_verdict'],
    ['no JSON-RPC', { name: 'lookup' }, 'invalid_verdict'],
    ['what JSON cannot hold', { ...callOf(1), params: { run: () => 1 } }, 'invalid_verdict'],
  ];

  test.each(changes)(
    'is denied when it has %s, and the original stays here',
    async (_, to, code) => {
      const hooks = createHooks({ strict: true });
      hooks.addHook('preMcpMessage', () => ({ message: to }));
      const { wire, heard, send } = hookedWire(hooks);
      await send(callOf(1));
      await settled();
      expect(wire.out).toEqual([]);
      expect(heard).toMatchObject([{ id: 1, error: { data: { code } } }]);
    },
  );

  test('takes along no headers that the client made from what the hooks took out', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) =>
      message['id'] === 2 ? { message: { ...message, params: { name: 'lookup' } } } : undefined,
    );
    const { wire, send } = hookedWire(hooks);
    const options = { headers: { 'mcp-param-card': '4111' }, relatedRequestId: 1 };
    await send(callOf(1), options);
    await send(callOf(2), options);
    expect(wire.options).toEqual([options, { relatedRequestId: 1 }]);
  });
});

describe('a supplied reply', () => {
  test('passes onMcpMessage as synthetic, as an answer would', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preMcpMessage', () => ({ reply: { result: { secret: 1 } } }));
    hooks.addHook('onMcpMessage', ({ message, synthetic, direction }) => {
      seen.push([message, synthetic, direction]);
      return { message: { ...message, result: { secret: 'gone' } } };
    });
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf('a'));
    await settled();
    const reply = { jsonrpc: '2.0', id: 'a', result: { secret: 1 } };
    expect(seen).toEqual([[reply, true, 'server-to-client']]);
    expect(heard).toEqual([{ ...reply, result: { secret: 'gone' } }]);
    expect(wire.out).toEqual([]);
  });

  test('is withheld when onMcpMessage denies it', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => ({ reply: { result: {} } }));
    hooks.addHook('onMcpMessage', () => deny('stale'), { name: 'fresh' });
    const { heard, send } = hookedWire(hooks);
    await send(callOf(1));
    await settled();
    expect(heard).toMatchObject([{ id: 1, error: { message: 'Blocked by fresh: stale' } }]);
  });

  test.each([
    ['that is for another request', { id: 9, result: {} }, 'mcp_id_changed'],
    ['that is none', { greeting: 'hi' }, 'invalid_verdict'],
  ])('is an error when it is one %s', async (_, reply, code) => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => ({ reply }));
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    await settled();
    expect(wire.out).toEqual([]);
    expect(heard).toMatchObject([{ id: 1, error: { data: { code } } }]);
  });

  test('cannot answer what is no request: the message stays here', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => ({ reply: { result: {} } }));
    const codes: unknown[] = [];
    hooks.observe('onDecision', ({ record }) => void codes.push(...record.codes));
    const { wire, heard, send } = hookedWire(hooks);
    await send(noteOf('notifications/initialized'));
    await settled();
    expect([wire.out, heard]).toEqual([[], []]);
    expect(codes).toEqual(['respond_unsupported']);
  });
});

describe('a denied message', () => {
  test('that answers the other side is an error there, which names no policy and no reason', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) =>
      'result' in message ? deny('holds a card number', { code: 'pii' }) : undefined,
    );
    const { wire, send } = hookedWire(hooks);
    wire.say({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params: {} });
    await send({ jsonrpc: '2.0', id: 's', result: { card: '4111' } });
    expect(wire.out).toEqual([
      {
        jsonrpc: '2.0',
        id: 's',
        error: { code: -32003, message: 'Blocked by policy.', data: { code: 'pii' } },
      },
    ]);
  });

  test('that is a notification is dropped, both ways', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => deny('no'));
    hooks.addHook('onMcpMessage', () => deny('no'));
    const { wire, heard, errors, send } = hookedWire(hooks);
    await send(noteOf('notifications/initialized'));
    wire.say(noteOf('notifications/message'));
    await settled();
    expect([wire.out, heard, errors]).toEqual([[], [], []]);
  });
});

describe('a message that a policy asks about', () => {
  test('waits for the approver', async () => {
    const hooks = createHooks({ approver: async () => ({ approved: true }) });
    hooks.addHook('preMcpMessage', () => ask('who?'));
    const { wire, send } = hookedWire(hooks);
    await send(callOf(1));
    expect(wire.out).toEqual([callOf(1)]);
  });

  test('is denied where there is none, since a wire cannot be suspended', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => ask('who?'));
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    await settled();
    expect(wire.out).toEqual([]);
    expect(heard).toMatchObject([{ error: { data: { code: 'approver_unavailable' } } }]);
  });
});
