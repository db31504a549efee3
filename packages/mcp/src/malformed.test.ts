import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

/** Malformed messages, with a name for each. */
const malformed: readonly (readonly [string, unknown])[] = [
  ['a text', 'hello'],
  ['null', null],
  ['an empty batch', []],
  ['another version', { ...callOf(1), jsonrpc: '1.0' }],
  ['no version', { id: 1, method: 'ping' }],
  ['a method and a result', { ...resultOf(1), method: 'ping' }],
  ['a result and an error', { ...resultOf(1), error: { code: 1, message: 'x' } }],
  ['neither', { jsonrpc: '2.0', id: 1 }],
  ['a result that is a text', { jsonrpc: '2.0', id: 1, result: 'ten euros' }],
  ['a result of no request', { jsonrpc: '2.0', result: {} }],
  ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'x' } }],
  ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 7 }],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }],
  ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }],
  ['params in a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }],
];

describe('what is no JSON-RPC message', () => {
  test.each(malformed)('is not sent: %s', async (_, message) => {
    const { wire, send } = hookedWire(createHooks());
    await expect(send(message)).rejects.toMatchObject({ code: 'mcp_message_malformed' });
    expect(wire.out).toEqual([]);
  });

  test.each(malformed)('is not handed on: %s', async (_, message) => {
    const { wire, heard, errors } = hookedWire(createHooks());
    wire.say(message);
    await settled();
    expect(JSON.stringify(heard)).not.toContain('ten euros');
    expect(heard.filter((one) => !JSON.stringify(one).includes('mcp_message_malformed'))).toEqual(
      [],
    );
    expect(errors).toMatchObject([{ code: 'mcp_message_malformed' }]);
  });

  test('is an error for whoever waits: the caller here, or the other side', async () => {
    const { wire, heard, send } = hookedWire(createHooks());
    await send(callOf(1));
    wire.say({ jsonrpc: '2.0', id: 1, result: 'ten euros' });
    wire.say({ jsonrpc: '2.0', id: 'a', method: 7 });
    await settled();
    const error = { code: -32600, data: { code: 'mcp_message_malformed' } };
    expect(heard).toMatchObject([{ jsonrpc: '2.0', id: 1, error }]);
    expect(wire.out.slice(1)).toMatchObject([{ jsonrpc: '2.0', id: 'a', error }]);
  });

  test('an error without an id belongs to no request, and passes', async () => {
    const { wire, heard } = hookedWire(createHooks());
    const message = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
    wire.say(message);
    await settled();
    expect(heard).toEqual([message]);
  });
});

describe('a batch', () => {
  test('goes out as it is when nothing in it was touched', async () => {
    const { wire, send } = hookedWire(createHooks());
    const batch = [callOf(1), noteOf('notifications/initialized')];
    await send(batch);
    expect(wire.out[0]).toBe(batch);
  });

  test('leaves without what was denied, and its caller is answered', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) => (message['id'] === 1 ? deny('no') : undefined));
    const { wire, heard, send } = hookedWire(hooks);
    await send([callOf(1), callOf(2)]);
    await settled();
    expect(wire.out).toEqual([[callOf(2)]]);
    expect(heard).toMatchObject([{ id: 1, error: { code: -32003 } }]);
    await send([callOf(1)]);
    expect(wire.out).toHaveLength(1);
  });

  test('arrives without what was denied, part by part', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) => {
      if (message['method'] === 'roots/list') return deny('no');
      return message['id'] === 1 ? deny('poisoned') : undefined;
    });
    const { wire, heard, errors } = hookedWire(hooks);
    const roots = { jsonrpc: '2.0', id: 'r', method: 'roots/list' };
    wire.say([roots, resultOf(1), resultOf(2), 7]);
    await settled();
    expect(heard).toMatchObject([[{ id: 1, error: { code: -32003 } }, resultOf(2)]]);
    expect(wire.out).toMatchObject([{ id: 'r', error: { code: -32003 } }]);
    expect(errors).toHaveLength(1);
  });
});
