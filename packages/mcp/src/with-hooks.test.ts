import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { FakeWire } from '../test/fake-wire.ts';
import { callOf, hookedWire, resultOf, settled } from '../test/hooked-wire.ts';
import { inspect, withHooks } from './index.ts';

function counting(): { readonly hooks: Hooks; readonly seen: string[] } {
  const hooks = createHooks();
  const seen: string[] = [];
  hooks.observe('preMcpMessage', () => void seen.push('out'));
  hooks.observe('onMcpMessage', () => void seen.push('in'));
  return { hooks, seen };
}

describe('a hooked transport', () => {
  test('is of the same class, with what its private fields tell', async () => {
    const wire = new FakeWire();
    const transport = withHooks(wire, createHooks());
    expect(transport).toBeInstanceOf(FakeWire);
    transport.setProtocolVersion('2025-06-18');
    await transport.start();
    expect(transport).toMatchObject({
      protocolVersion: '2025-06-18',
      sessionId: 'session of 2025-06-18',
      started: true,
    });
    const { start: first } = transport as { readonly start: unknown };
    const { start: second } = transport as { readonly start: unknown };
    expect(first).toBe(second);
    expect('send' in transport).toBe(true);
  });

  test('passes on what is set on it, and every extra of a message', async () => {
    const { wire, transport } = hookedWire(createHooks());
    const extras: unknown[] = [];
    const onerror = (): void => undefined;
    transport.onerror = onerror;
    transport.onmessage = (_, extra) => void extras.push(extra);
    wire.say(resultOf(1), { authInfo: 'token' });
    await settled();
    expect(transport.onerror).toBe(onerror);
    expect(extras).toEqual([{ authInfo: 'token' }]);
  });

  test('shows policies what came with a message, such as who is authorized', async () => {
    const hooks = createHooks();
    const natives: unknown[] = [];
    hooks.observe('onMcpMessage', ({ host }) => void natives.push(host.native));
    hooks.observe('preMcpMessage', ({ host }) => void natives.push(host.native));
    const { wire, send } = hookedWire(hooks, { role: 'server' });
    const extra = { authInfo: { clientId: 'ada' } };
    wire.say(callOf(1), extra);
    await settled();
    await send(resultOf(1), { relatedRequestId: 1 });
    expect(natives).toEqual([
      { message: callOf(1), extra },
      { message: resultOf(1), extra: { relatedRequestId: 1 } },
    ]);
  });

  test('gives up its place to nobody: a receiver that is defined instead of set is gated too', async () => {
    const { hooks, seen } = counting();
    const wire = new FakeWire();
    const transport = withHooks(wire, hooks);
    const heard: unknown[] = [];
    const value = (message: unknown): void => void heard.push(message);
    Object.defineProperty(transport, 'onmessage', { value, configurable: true, writable: true });
    expect(() => Object.defineProperty(transport, 'send', { get: () => undefined })).toThrow(
      TypeError,
    );
    wire.say(resultOf(1));
    await settled();
    expect(heard).toEqual([resultOf(1)]);
    expect(seen).toEqual(['in']);
  });

  test('goes on when a receiver throws, and reports it', async () => {
    const { wire, transport, errors } = hookedWire(createHooks());
    const heard: unknown[] = [];
    transport.onmessage = (message) => {
      heard.push(message['id']);
      throw new Error('cannot read this');
    };
    wire.say(resultOf(1));
    wire.say(resultOf(2));
    await settled();
    expect(heard).toEqual([1, 2]);
    expect(errors).toMatchObject([
      { message: 'cannot read this' },
      { message: 'cannot read this' },
    ]);
  });

  test('keeps what is set on the native one until there is a receiver', () => {
    const wire = new FakeWire();
    const transport = withHooks(wire, createHooks());
    expect(wire.onmessage).toBeUndefined();
    expect(transport.onmessage).toBeUndefined();
    const receive = (): void => undefined;
    transport.onmessage = receive;
    expect(transport.onmessage).toBe(receive);
    expect(wire.onmessage).toBeDefined();
    (transport as { onmessage: unknown }).onmessage = undefined;
    expect(wire.onmessage).toBeUndefined();
  });

  test('takes over from a client that is connected already', async () => {
    const { hooks, seen } = counting();
    const wire = new FakeWire();
    const heard: unknown[] = [];
    wire.onmessage = (message) => void heard.push(message);
    wire.onclose = () => void heard.push('closed');
    const transport = withHooks(wire, hooks);
    await transport.send(callOf(1));
    wire.say(resultOf(1));
    await settled();
    await transport.close();
    expect(heard).toEqual([resultOf(1), 'closed']);
    expect(seen).toEqual(['out', 'in']);
  });
});

describe('hooks around hooks', () => {
  test('the same ones are around it once, however often they are put there', async () => {
    const { hooks, seen } = counting();
    const wire = new FakeWire();
    const once = withHooks(wire, hooks);
    expect(withHooks(wire, hooks)).toBe(once);
    expect(withHooks(once, hooks)).toBe(once);
    const layered = withHooks(once, createHooks());
    expect(withHooks(layered, hooks)).toBe(layered);
    await layered.send(callOf(1));
    expect(seen).toEqual(['out']);
  });

  test('other ones add a layer: the last is asked first on the way out, last on the way in', async () => {
    const log: string[] = [];
    const layer = (name: string): Hooks => {
      const hooks = createHooks();
      hooks.addHook('preMcpMessage', () => void log.push(`${name} out`));
      hooks.addHook('onMcpMessage', () => void log.push(`${name} in`));
      return hooks;
    };
    const wire = new FakeWire();
    const transport = withHooks(withHooks(wire, layer('inner')), layer('outer'));
    const heard: unknown[] = [];
    transport.onmessage = (message) => void heard.push(message);
    await transport.send(callOf(1));
    wire.say(resultOf(1));
    await settled();
    expect(log).toEqual(['outer out', 'inner out', 'inner in', 'outer in']);
    expect(heard).toEqual([resultOf(1)]);
  });

  test('a denial of the inner layer is an answer that the outer one sees', async () => {
    const inner = createHooks();
    inner.addHook('preMcpMessage', () => deny('no'));
    const outer = counting();
    const transport = withHooks(withHooks(new FakeWire(), inner), outer.hooks);
    const heard: unknown[] = [];
    transport.onmessage = (message) => void heard.push(message);
    await transport.send(callOf(1));
    await settled();
    expect(outer.seen).toEqual(['out', 'in']);
    expect(heard).toMatchObject([{ id: 1, error: { code: -32003 } }]);
  });
});

describe('what withHooks refuses', () => {
  test.each([null, undefined, 'stdio', {}, { start() {}, send() {} }])(
    '%o is no transport',
    (target) => {
      // The types refuse what is no transport.
      const take = (): unknown => withHooks(target as unknown as FakeWire, createHooks());
      expect(take).toThrow('[target_unknown]');
      expect(() => inspect(target)).toThrow('[target_unknown]');
    },
  );

  test('hooks that are none', () => {
    expect(() => withHooks(new FakeWire(), {} as Hooks)).toThrow('[invalid_option]');
  });
});

describe('the coverage of a transport', () => {
  test('is that of its end, and all of it is enforced', () => {
    const client = inspect(new FakeWire());
    const server = inspect(new FakeWire(), { role: 'server' });
    expect(client.every(({ path }) => path.startsWith('client: '))).toBe(true);
    expect(server.every(({ path }) => path.startsWith('server: '))).toBe(true);
    expect(new Set([...client, ...server].map(({ status }) => status))).toEqual(
      new Set(['enforced']),
    );
    const wire = withHooks(new FakeWire(), createHooks(), { require: 'enforced' });
    expect(inspect(wire)).toEqual(client);
  });
});
