import type { Transport } from '@a2a-js/sdk/client';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { createHooks, deny, InterposeError } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { connect } from '../test/harness/connect.ts';
import { deskCard } from '../test/desk-card.ts';
import {
  reply,
  saying,
  startDesk,
  textIn,
  work,
  type Desk,
  type DeskOptions,
} from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client, express, server } from '../test/sdk.ts';
import { serveHandler } from '../test/serve-handler.ts';
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
    const requestHandler = undefined as unknown as A2ARequestHandler;
    expect(() => mount({ ...settings, requestHandler })).toThrow('[target_unknown]');
  });

  test.each([undefined, 7, {}, [], { execute: reply('x'), cancelTask: reply('x') }])(
    'nothing else: %j',
    (target) => {
      expect(() => withHooks(target, createHooks())).toThrow('[target_unknown]');
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

describe('what a server posts to webhooks', () => {
  const secret: DeskOptions['execute'] = work('a secret');

  test('passes the hooks of its request handler: a denied update is not posted', async () => {
    const hooks = createHooks();
    const posted: string[] = [];
    hooks.addHook('preA2aMessage', ({ method, message }) =>
      method === 'tasks/pushNotification' && JSON.stringify(message).includes('secret')
        ? deny('it is secret')
        : undefined,
    );
    const { client: make } = await open({
      hooks,
      execute: secret,
      posted: (event) => void posted.push(JSON.stringify(event)),
    });
    await (await make()).sendMessage(saying('go'));
    await expect.poll(() => posted.join()).toContain('statusUpdate');
    expect(posted.join()).not.toContain('secret');
  });

  test('is posted as a hook changed it', async () => {
    const hooks = createHooks();
    const posted: string[] = [];
    const sender = { send: async (event: object) => void posted.push(textIn(event)) };
    hooks.addHook('preA2aMessage', ({ message }) => ({
      message: JSON.parse(JSON.stringify(message).replace('secret', '[gone]')) as typeof message,
    }));
    const hooked = withHooks(sender, hooks) as unknown as InstanceType<
      typeof server.DefaultPushNotificationSender
    >;
    const payload = { $case: 'message', value: saying('a secret').message! } as const;
    await hooked.send({ payload }, new server.ServerCallContext());
    expect(posted).toEqual(['a [gone]']);
  });
});

describe('peers that speak A2A 0.3', () => {
  test('pass the same hooks, with messages of 1.0', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { url } = await open({ hooks, legacy: true });
    const response = await fetch(`${url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: {
          message: {
            kind: 'message',
            messageId: 'm',
            role: 'user',
            parts: [{ kind: 'text', text: 'hi' }],
          },
        },
      }),
    });
    expect(await response.json()).toMatchObject({ result: { kind: 'message' } });
    expect(heard[0]).toMatchObject({
      method: 'message/send',
      message: { method: 'SendMessage', params: { message: { parts: [{ text: 'hi' }] } } },
    });
  });

  test('are asked through the same hooks', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { url } = await open({ legacy: true });
    const compat = { legacyCompat: { enabled: true } };
    const factory = new client.ClientFactory({
      transports: [new client.JsonRpcTransportFactory(compat)],
      cardResolver: new client.DefaultAgentCardResolver(compat),
    });
    const card = deskCard(url, true);
    const supportedInterfaces = card.supportedInterfaces.slice(0, 1);
    const caller = await withHooks(factory, hooks).createFromAgentCard({
      ...card,
      supportedInterfaces,
    });
    expect(caller.protocolVersion).toMatch(/^0\.3/);
    expect(textIn(await caller.sendMessage(saying('hello')))).toBe('the answer');
    expect(heard.map(({ leg }) => leg)).toEqual(['request', 'response']);
  });
});

describe('coverage', () => {
  test('of a client is enforced on every path', async () => {
    const { client: make } = await open();
    const rows = inspect(await make());
    expect(rows.map(({ status }) => status)).not.toContain('unmediated');
    expect(() => withHooks(rows, createHooks())).toThrow('[target_unknown]');
  });

  test('of a factory leaves the public card open, which `require` refuses', () => {
    const factory = new client.ClientFactory();
    expect(() => withHooks(factory, createHooks(), { require: 'enforced' })).toThrow(
      /\[not_enforced\].*agent card discovery/,
    );
  });

  test('of a handler that other code serves is enforced, so `require` takes it', async () => {
    const { handler } = await open();
    const hooked = withHooks(handler, createHooks(), { require: 'enforced' });
    const served = await serveHandler(hooked);
    await served.close();
  });
});
