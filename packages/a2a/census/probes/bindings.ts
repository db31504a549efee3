import type { Hookable } from '../../src/index.ts';
import { credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { A2AService, grpcService, UserBuilder } from '@a2a-js/sdk/server/grpc';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import expressApp from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { deskCard } from '../../test/desk-card.ts';
import { client, express } from '../../test/sdk.ts';
import type { Target } from './method-probes.ts';

/** What A2A travels on. */
export type BindingName = 'JSONRPC' | 'HTTP+JSON' | 'GRPC';

/** What an app calls: a client, or the transport below it. */
export type Caller = Readonly<Record<string, (params: unknown) => unknown>>;

/** Hooks a value where it is the target of the probe. */
export type HookAt = <T extends Hookable>(at: Target, value: T) => T;

/** A real server on loopback, and who calls it. */
export interface Binding {
  readonly caller: Caller;
  readonly close: () => Promise<void>;
}

/** Serves a handler over one binding and gives back the SDK's own client of it. */
export async function openBinding(
  name: BindingName,
  hook: HookAt,
  handler: A2ARequestHandler,
): Promise<Binding> {
  const requestHandler = hook('handler', handler);
  const { url, close } =
    name === 'GRPC' ? await serveGrpc(hook, requestHandler) : await serveHttp(hook, requestHandler);
  const caller = await callerOf(name, hook, url);
  // The members of a client have types of their own; a probe calls each by its name.
  return { caller: caller as unknown as Caller, close };
}

async function callerOf(name: BindingName, hook: HookAt, url: string): Promise<object> {
  const factories = {
    JSONRPC: new client.JsonRpcTransportFactory(),
    'HTTP+JSON': new client.RestTransportFactory(),
    GRPC: new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure() }),
  };
  const card = { ...deskCard(url), supportedInterfaces: [interfaceOf(name, url)] };
  const options = { transports: [factories[name]] };
  const factory = hook('factory', new client.ClientFactory(options));
  const made = await factory.createFromAgentCard(card);
  if (hook('transport', made) === made) return hook('client', made);
  const { url: address, tenant } = card.supportedInterfaces[0]!;
  const transport = hook('transport', await factories[name].create(address, card));
  return new client.Client(new client.TenantTransportDecorator(transport, tenant), card);
}

function interfaceOf(
  name: BindingName,
  url: string,
): ReturnType<typeof deskCard>['supportedInterfaces'][0] {
  const paths = { JSONRPC: `${url}/rpc`, 'HTTP+JSON': `${url}/rest`, GRPC: url };
  // A tenant on the card makes the SDK put one more transport round the one that sends.
  return { url: paths[name], protocolBinding: name, protocolVersion: '1.0', tenant: 'acme' };
}

type Served = { readonly url: string; readonly close: () => Promise<void> };

async function serveHttp(hook: HookAt, requestHandler: A2ARequestHandler): Promise<Served> {
  const userBuilder = UserBuilder.noAuthentication;
  // An `etag` is computed of an answer, and each run has ids of its own.
  const app = expressApp().disable('etag');
  app.use('/rpc', hook('mount', express.jsonRpcHandler)({ requestHandler, userBuilder }));
  app.use('/rest', hook('mount', express.restHandler)({ requestHandler, userBuilder }));
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function serveGrpc(hook: HookAt, requestHandler: A2ARequestHandler): Promise<Served> {
  const server = new Server();
  const mount = hook('mount', grpcService);
  server.addService(
    A2AService,
    mount({ requestHandler, userBuilder: UserBuilder.noAuthentication }),
  );
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error === null ? resolve(port) : reject(error),
  );
  return {
    url: `127.0.0.1:${await promise}`,
    close: async () => server.forceShutdown(),
  };
}
