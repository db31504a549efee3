import type { Transport } from '@a2a-js/sdk/client';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { createHooks, deny, InterposeError } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { connect } from '../test/harness/connect.ts';
import { deskCard } from '../test/desk-card.ts';
import { reply, saying, startDesk, textIn, type Desk, type DeskOptions } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client, express, server } from '../test/sdk.ts';
import { inspect } from './inspect.ts';
import { withHooks } from './with-hooks.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: DeskOptions = {}): Promise<Desk> {
  return (desk = await startDesk(options));
}

const version = { serviceParameters: { 'A2A-Version': '1.0' } };

describe('withHooks takes', () => {
  test.each(['Client', 'ClientFactory', 'Transport', 'TransportFactory'])('a %s', async (kind) => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { url } = await open();
    const targets: Record<string, () => Promise<unknown>> = {
      Client: async () => withHooks(await new client.ClientFactory().createFromUrl(url), hooks),
      ClientFactory: () =>
        withHooks(new client.ClientFactory(), hooks).createFromAgentCard(deskCard(url)),
      Transport: async () => withHooks(await connect(url, 'HTTP+JSON'), hooks),
      TransportFactory: () =>
        withHooks(new client.JsonRpcTransportFactory(), hooks).create(`${url}/rpc`, deskCard(url)),
    };
    const caller = (await targets[kind]!()) as Transport;
    expect(textIn(await caller.sendMessage(saying('hello'), version))).toBe('the answer');
    expect(heard.map(({ leg }) => leg)).toEqual(['request', 'response']);
  });

  test('a request handler, which stays what it is', async () => {
    const { handler } = await open();
    const hooked = withHooks(handler, createHooks());
    expect(hooked).toBeInstanceOf(server.DefaultRequestHandler);
    expect(await hooked.getAgentCard()).toMatchObject({ name: 'Visa Desk' });
  });

  test('a JsonRpcTransportHandler, as other frameworks mount it', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { handler } = await open();
    const mounted = withHooks(new server.JsonRpcTransportHandler(handler), hooks);
    const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };
    const request = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
    const answer = await mounted.handle(
      request,
      new server.ServerCallContext({ requestedVersion: '1.0' }),
    );
    expect(answer).toMatchObject({ id: 1, result: { message: {} } });
    expect(heard.filter(({ leg }) => leg !== 'event')).toHaveLength(2);
  });

  test('a function that mounts a request handler', async () => {
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', () => deny('not from you'));
    const { handler } = await open();
    const mount = withHooks(express.jsonRpcHandler, hooks);
    const settings = { requestHandler: handler, userBuilder: express.UserBuilder.noAuthentication };
    expect(mount(settings)).toBeTypeOf('function');
    const requestHandler = {} as A2ARequestHandler;
    expect(() => mount({ ...settings, requestHandler })).toThrow('[target_unknown]');
  });

  test.each([undefined, 7, {}, [], { execute: reply('x'), cancelTask: reply('x') }])(
    'nothing else: %j',
    (target) => {
      expect(() => withHooks(target as never, createHooks())).toThrow('[target_unknown]');
    },
  );

  test('no hooks that are none', () => {
    const hooks = {} as ReturnType<typeof createHooks>;
    expect(() => withHooks(new client.ClientFactory(), hooks)).toThrow(InterposeError);
  });
});

describe('the same hooks twice', () => {
  test('see each message once, on a client of a hooked factory and on its transport', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { client: make } = await open();
    const once = await make(hooks);
    const twice = withHooks(withHooks(once, hooks), hooks);
    await twice.sendMessage(saying('hello'));
    expect(heard).toHaveLength(2);
    expect(withHooks(once.transport, hooks)).toBe(once.transport);
  });

  test('see each message once at a server', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    await open({ hooks, wrap: (handler) => withHooks(handler, hooks) });
    await (await desk!.client()).sendMessage(saying('hello'));
    expect(heard.filter(({ leg }) => leg !== 'event')).toHaveLength(2);
  });

  test('and other hooks add a layer, whose refusal the outer one reads as an answer', async () => {
    const inner = createHooks();
    const outer = createHooks();
    const heard = hear(outer);
    inner.addHook('preA2aMessage', () => deny('not that agent'));
    const { client: make } = await open();
    const caller = withHooks(await make(inner), outer);
    await expect(caller.sendMessage(saying('hello'))).rejects.toThrow('not that agent');
    expect(heard.at(-1)).toMatchObject({ leg: 'response', message: { error: { code: -32000 } } });
  });
});

describe('coverage', () => {
  test('of a client is enforced on every path', async () => {
    const { client: make } = await open();
    const rows = inspect(await make());
    expect(rows.map(({ status }) => status)).not.toContain('unmediated');
    expect(() => withHooks(rows as never, createHooks())).toThrow('[target_unknown]');
  });

  test('of a factory leaves the public card open, which `require` refuses', () => {
    const factory = new client.ClientFactory();
    expect(() => withHooks(factory, createHooks(), { require: 'enforced' })).toThrow(
      /\[not_enforced\].*agent card discovery/,
    );
  });

  test('of a handler is enforced, so `require` takes it', async () => {
    const { handler } = await open();
    const hooked = withHooks(handler, createHooks(), { require: 'enforced' });
    expect(hooked).not.toBe(handler);
  });
});

test('an argument behind the options, which nobody would read, is refused', () => {
  const misread = withHooks as (...given: readonly unknown[]) => unknown;
  expect(() =>
    misread(new client.ClientFactory(), createHooks(), {}, { session: { id: 'thread-7' } }),
  ).toThrow(
    '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
  );
});
