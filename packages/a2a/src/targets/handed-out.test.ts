import type { ClientFactory, Transport, TransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { credentials } from '@grpc/grpc-js';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { deskCard } from '../../test/desk-card.ts';
import { saying } from '../../test/desk.ts';
import { client, server } from '../../test/sdk.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../../testing/test/handed-out.ts';
import { withHooks } from '../index.ts';
import { recognise } from './recognise.ts';
import { tags } from './tag.ts';

/** Names a value that carries messages and is not hooked; by its shape, to find also what a newer SDK adds. */
function unhooked(value: object): string | undefined {
  if (typeof value === 'function' || tags.of(value) !== undefined) return undefined;
  try {
    return `a ${recognise(value).watched?.[0]}`;
  } catch {
    return undefined;
  }
}

const url = 'http://127.0.0.1:1';
const card = deskCard(url);
const tenantCard = {
  ...card,
  supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, tenant: 'acme' })),
};
const transport = () => new client.JsonRpcTransportFactory().create(`${url}/rpc`, card);
const handler = () =>
  new server.DefaultRequestHandler(card, new server.InMemoryTaskStore(), {
    execute: async () => undefined,
    cancelTask: async () => undefined,
  });

/** The hooked targets, and the objects that they make. */
const hooked: Readonly<Record<string, () => object | Promise<object>>> = {
  'a factory': () => withHooks(new client.ClientFactory(), createHooks()),
  'a client of a factory': () =>
    withHooks(new client.ClientFactory(), createHooks()).createFromAgentCard(card),
  'a client': async () =>
    withHooks(await new client.ClientFactory().createFromAgentCard(card), createHooks()),
  'a client of a tenant': () =>
    withHooks(new client.ClientFactory(), createHooks()).createFromAgentCard(tenantCard),
  'a transport': async () => withHooks(await transport(), createHooks()),
  'a transport of a factory': () =>
    withHooks(new client.JsonRpcTransportFactory(), createHooks()).create(url, card),
  'a request handler': () => withHooks(handler(), createHooks()),
  'a JSON-RPC handler': () =>
    withHooks(new server.JsonRpcTransportHandler(handler()), createHooks()),
};

test.each(Object.entries(hooked))(
  '%s hands out no part that is not hooked',
  async (_what, make) => {
    expect(handedOut({ made: await make() }, unhooked, { skip: [] })).toEqual([]);
  },
);

describe('what is taken out of a hooked part passes the hooks', () => {
  const version = { serviceParameters: { 'A2A-Version': '1.0' } };
  const closed = (): Hooks => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => deny('not that agent'));
    return hooks;
  };

  test.each<[string, (factory: ClientFactory) => Transport | Promise<Transport>]>([
    ['a transport of its options', ({ options }) => options.transports[0]!.create(url, card)],
    [
      'a transport that it finds by name',
      (factory) => {
        // This field of the SDK is private.
        const { transportsByName: found } = factory as unknown as Named;
        return found.get('jsonrpc')!.create(url, card);
      },
    ],
    [
      'a client of a factory with its options',
      ({ options }) => new client.ClientFactory(options).createFromAgentCard(card) as never,
    ],
    [
      'a client of its own class with its options',
      (factory) => {
        const Own = factory.constructor as typeof client.ClientFactory;
        return new Own(factory.options).createFromAgentCard(card) as never;
      },
    ],
    [
      'a transport that its descriptor tells',
      async (factory) => {
        const own = await factory.createFromAgentCard(card);
        return Object.getOwnPropertyDescriptor(own, 'transport')?.value as Transport;
      },
    ],
    [
      'a copy of a client with all its properties',
      async (factory) => {
        const own = await factory.createFromAgentCard(card);
        const fields = Object.getOwnPropertyDescriptors(own);
        return Object.create(Object.getPrototypeOf(own) as object, fields) as never;
      },
    ],
    [
      'the transport below that of a tenant',
      async (factory) => {
        const { transport: own } = await factory.createFromAgentCard(tenantCard);
        return (own as Transport & { readonly base: Transport }).base;
      },
    ],
  ])('%s', async (_what, take) => {
    const taken = await take(withHooks(new client.ClientFactory(), closed()));
    await expect(taken.sendMessage(saying('hello'), version)).rejects.toThrow('not that agent');
  });

  interface Named {
    readonly transportsByName: ReadonlyMap<string, TransportFactory>;
  }

  test('the client below gRPC is told of once, and refused where all has to be enforced', async () => {
    const grpcChannelCredentials = credentials.createInsecure();
    const own = await new GrpcTransportFactory({ grpcChannelCredentials }).create('[::1]:1', card);
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    const clientOf = (taken: object) => (taken as { readonly grpcClient: GrpcClient }).grpcClient;
    const taken = clientOf(withHooks(own, hooks));
    taken.getTask({}, () => undefined).cancel();
    taken.getTask({}, () => undefined).cancel();
    expect([told, taken.getChannel().getTarget()]).toEqual([
      ['unmediated_call'],
      expect.stringContaining('[::1]:1'),
    ]);
    const ofTenant = withHooks(new client.TenantTransportDecorator(own, 'acme'), hooks);
    const below = (ofTenant as object as { readonly base: object }).base;
    withHooks(ofTenant, hooks, { require: 'enforced' });
    const enforced = clientOf(withHooks(own, createHooks(), { require: 'enforced' }));
    for (const refused of [enforced, clientOf(below)])
      expect(() => refused.getTask({}, () => undefined)).toThrow('[not_enforced]');
    taken.close();
  });

  interface GrpcClient {
    getTask(request: object, callback: () => void): { cancel(): void };
    getChannel(): { getTarget(): string };
    close(): void;
  }
});
