import { createHooks, memoryStore, type StateStore } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

const broken = new Error('the policy has a bug');
const fail = (): never => {
  throw broken;
};

describe('a hook that fails', () => {
  test('is a denial that does not tell what failed', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', fail);
    hooks.addHook('onMcpMessage', fail);
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    wire.say({ jsonrpc: '2.0', id: 's', method: 'roots/list' });
    await settled();
    expect(heard).toMatchObject([{ id: 1, error: { data: { code: 'hook_failed' } } }]);
    expect(wire.out).toMatchObject([{ id: 's', error: { data: { code: 'hook_failed' } } }]);
    expect(JSON.stringify([wire.out, heard])).not.toContain('bug');
  });

  test('rejects what was sent with its own error where hooks may throw', async () => {
    const hooks = createHooks({ onError: 'throw' });
    hooks.addHook('preMcpMessage', fail);
    const { wire, heard, send } = hookedWire(hooks);
    await expect(send(callOf(1))).rejects.toBe(broken);
    await expect(send(noteOf('notifications/initialized'))).rejects.toBe(broken);
    await settled();
    expect([wire.out, heard]).toEqual([[], []]);
  });

  test('answers the other side too, where it waits for an answer', async () => {
    const hooks = createHooks({ onError: 'throw' });
    hooks.addHook('preMcpMessage', fail);
    const { wire, send } = hookedWire(hooks);
    await expect(send(resultOf('s'))).rejects.toBe(broken);
    expect(wire.out).toMatchObject([{ id: 's', error: { code: -32603 } }]);
  });

  test('on the way in is an error for whoever waits, and is reported here', async () => {
    const hooks = createHooks({ onError: 'throw' });
    hooks.addHook('onMcpMessage', fail);
    const { wire, heard, errors, send } = hookedWire(hooks);
    await send(callOf(1));
    wire.say(resultOf(1));
    wire.say({ jsonrpc: '2.0', id: 's', method: 'roots/list' });
    await settled();
    const error = { code: -32603, data: { code: 'mcp_check_failed' } };
    expect(heard).toMatchObject([{ id: 1, error }]);
    expect(wire.out.slice(1)).toMatchObject([{ id: 's', error }]);
    expect(errors).toEqual([broken, broken]);
    expect(JSON.stringify([wire.out, heard])).not.toContain('bug');
  });
});

describe('hooks that were closed', () => {
  test('let nothing pass any more', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', () => undefined);
    const { wire, heard, errors, send } = hookedWire(hooks);
    await hooks.close();
    await expect(send(callOf(1))).rejects.toMatchObject({ code: 'hooks_closed' });
    wire.say(resultOf(1));
    await settled();
    expect(wire.out).toEqual([]);
    expect(heard).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(errors).toMatchObject([{ code: 'hooks_closed' }]);
  });
});

describe('a wire that is cut', () => {
  test('rejects what was sent with the error of the transport', async () => {
    const hooks = createHooks();
    const ended: unknown[] = [];
    hooks.observe('onChatError', ({ error }) => void ended.push(error));
    const { transport, send } = hookedWire(hooks);
    transport.setProtocolVersion?.('broken');
    await expect(send(callOf(1))).rejects.toThrow('the wire is cut');
    await hooks.flush();
    expect(ended).toMatchObject([{ message: 'the wire is cut' }]);
  });

  test('is reported when it keeps a refusal from the other side', async () => {
    const hooks = createHooks({ onError: 'deny' });
    hooks.addHook('onMcpMessage', ({ message }) => ('method' in message ? fail() : undefined));
    const { wire, transport, errors } = hookedWire(hooks);
    transport.setProtocolVersion?.('broken');
    wire.say({ jsonrpc: '2.0', id: 's', method: 'roots/list' });
    await settled();
    expect(errors).toMatchObject([{ message: 'the wire is cut' }]);
  });
});

test('a store that fails while a session ends is told to the hooks, and breaks nothing', async () => {
  const kept = memoryStore();
  const gone = new Error('the store is gone');
  const set: StateStore['set'] = (key, value, ttlMs) =>
    value === undefined ? Promise.reject(gone) : kept.set(key, value, ttlMs);
  const hooks = createHooks({ store: { ...kept, set } });
  const told: unknown[] = [];
  hooks.observe('onHookError', ({ error }) => told.push(error));
  hooks.addHook('preMcpMessage', async ({ session }) => {
    await session.state.set('seen', true);
  });
  const { wire, transport, errors, send } = hookedWire(hooks);
  await send(callOf(1));
  wire.say(resultOf(1));
  await transport.close();
  await settled();
  await hooks.flush();
  expect(told).toMatchObject([{ message: 'the store is gone' }]);
  expect(errors).toEqual([]);
});
