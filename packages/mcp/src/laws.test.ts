import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { FakeWire } from '../test/fake-wire.ts';
import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { shopServer } from '../test/shop-server.ts';
import { withHooks } from './index.ts';

/** Returns the failures that are reported. */
function reportsOf(hooks: Hooks): string[] {
  const told: string[] = [];
  hooks.observe('onHookError', ({ code, failedEvent }) => void told.push(`${code} ${failedEvent}`));
  return told;
}

describe('law 15: a verdict where none is taken', () => {
  test('is reported, and the messages go their way', async () => {
    const hooks = createHooks();
    const told = reportsOf(hooks);
    // The types refuse a verdict here; JavaScript does not.
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('onChatDone', (() => deny('too late')) as never);
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    wire.say(resultOf(1));
    await settled();
    await hooks.flush();
    expect([wire.out, heard]).toEqual([[callOf(1)], [resultOf(1)]]);
    expect(told).toEqual(['verdict_at_observer onChatDone']);
  });

  test.each(['onSessionStart', 'onChatStart'] as const)(
    'denies all that belongs to it after a deny at %s',
    async (event) => {
      const hooks = createHooks();
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
      hooks.addHook(event, (() => deny('closed')) as never);
      const { wire, heard, send } = hookedWire(hooks);
      await send(callOf(1));
      wire.say(noteOf('notifications/message', { level: 'info', data: 'psst' }));
      await settled();
      expect(wire.out).toEqual([]);
      expect(heard).toMatchObject([{ id: 1, error: { code: -32003 } }]);
    },
  );
});

describe.each(sdkVersions)('law 16 with MCP SDK $version: the original transport', ({ sdk }) => {
  const makeClient = (): InstanceType<typeof sdk.Client> =>
    new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });

  test('that a client is connected with is told of once, by name, and works', async () => {
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.observe('onHookError', ({ error }) => void told.push(error));
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    await shopServer(sdk).connect(far);
    withHooks(near, hooks, { server: 'shop' });
    const client = makeClient();
    await client.connect(near);
    expect(await client.ping()).toEqual({});
    await hooks.flush();
    expect(told).toMatchObject([
      {
        code: 'unhooked_original',
        message: expect.stringContaining('the transport to "shop"') as unknown,
      },
    ]);
    await client.close();
  });

  test.each(['client', 'server'] as const)(
    "of a %s connects to nobody under require: 'enforced'",
    async (role) => {
      const hooks = createHooks();
      const told = reportsOf(hooks);
      const [near, far] = sdk.InMemoryTransport.createLinkedPair();
      withHooks(role === 'client' ? near : far, hooks, { role, require: 'enforced' });
      const connected =
        role === 'client' ? makeClient().connect(near) : shopServer(sdk).connect(far);
      await expect(connected).rejects.toMatchObject({ code: 'unhooked_original' });
      expect(told).toEqual(['unhooked_original preMcpMessage']);
    },
  );

  test('of a client that was connected before sends nothing more there', async () => {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    await shopServer(sdk).connect(far);
    const client = makeClient();
    await client.connect(near);
    withHooks(near, createHooks(), { require: 'enforced' });
    await expect(client.ping()).rejects.toMatchObject({ code: 'unhooked_original' });
    await client.close();
  });
});

describe('law 16: a hooked transport', () => {
  test('tells of nothing, although it sends one message again by itself', async () => {
    class Retrying extends FakeWire {
      #tries = 0;
      override async send(message: Parameters<FakeWire['send']>[0]): Promise<void> {
        this.#tries += 1;
        if (this.#tries % 2 === 1) return this.send(message);
        return super.send(message);
      }
    }
    const hooks = createHooks();
    const told = reportsOf(hooks);
    hooks.addHook('preMcpMessage', ({ message }) => ({ message: { ...message, seen: true } }));
    const wire = new Retrying();
    const transport = withHooks(wire, hooks, { require: 'enforced' });
    await transport.start();
    await transport.send(callOf(1));
    await transport.send([callOf(2), callOf(3)]);
    expect(wire.out).toMatchObject([{ id: 1, seen: true }, [{ id: 2 }, { id: 3 }]]);
    expect(told).toEqual([]);
  });

  test('under another layer passes its own hooks, and is no original', async () => {
    const [inner, outer] = [createHooks(), createHooks()];
    const told = reportsOf(outer);
    const once = withHooks(new FakeWire(), inner);
    withHooks(once, outer, { require: 'enforced' });
    await once.start();
    await once.send(callOf(1));
    expect(told).toEqual([]);
  });
});

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() => misread(new FakeWire(), createHooks(), {}, { session: { id: 'thread-7' } })).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
});
