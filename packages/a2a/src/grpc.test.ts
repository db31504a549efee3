import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { A2AService, grpcService, UserBuilder } from '@a2a-js/sdk/server/grpc';
import { createHooks, deny, type Hooks } from '@interpose/core';
import {
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import expressApp from 'express';
import { afterEach, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { saying, startDesk, textIn, work, type Desk } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client, express } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

let desk: Desk | undefined;
let server: Server | undefined;

afterEach(async () => {
  server?.forceShutdown();
  await desk?.close();
});

/** Mounts a desk on gRPC through these hooks. Returns its address. */
async function serve(hooks: Hooks): Promise<string> {
  desk = await startDesk({ execute: work('one', 'a secret', 'two') });
  const mount = withHooks(grpcService, hooks);
  return listen(mount({ requestHandler: desk.handler, userBuilder: UserBuilder.noAuthentication }));
}

async function listen(service: UntypedServiceImplementation): Promise<string> {
  server = new Server();
  server.addService(A2AService, service);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error === null ? resolve(port) : reject(error),
  );
  return `127.0.0.1:${await promise}`;
}

function callerOf(address: string, hooks: Hooks): ReturnType<Desk['client']> {
  const transports = [
    new GrpcTransportFactory({ grpcChannelCredentials: credentials.createInsecure() }),
  ];
  const grpc = { url: address, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: '' };
  const card = { ...deskCard(''), supportedInterfaces: [grpc] };
  return withHooks(new client.ClientFactory({ transports }), hooks).createFromAgentCard(card);
}

test('messages over gRPC pass the hooks of both sides, streamed as well', async () => {
  const hooks = createHooks();
  const heard = hear(hooks);
  hooks.addHook('preA2aMessage', ({ leg, message }) =>
    leg === 'event' && JSON.stringify(message).includes('secret')
      ? deny('it is secret')
      : undefined,
  );
  const address = await serve(hooks);
  const caller = await callerOf(address, hooks);
  const events: unknown[] = [];
  for await (const event of caller.sendMessageStream(saying('go'))) events.push(event);
  expect(textIn(events)).toContain('one two');
  expect(textIn(events)).not.toContain('secret');
  expect(heard[0]).toMatchObject({ role: 'client', leg: 'request', to: address });
  expect(heard[1]).toMatchObject({ role: 'server', leg: 'request', method: 'message/stream' });
});

test('a server refuses over gRPC with the text of the verdict', async () => {
  const hooks = createHooks();
  hooks.addHook('onA2aMessage', () => deny('a private reason', { message: 'We are closed.' }));
  const caller = await callerOf(await serve(hooks), createHooks());
  const refused = caller.sendMessage(saying('go'));
  await expect(refused).rejects.toThrow('We are closed.');
  await expect(refused).rejects.toMatchObject({ status: status.PERMISSION_DENIED });
  expect(desk!.asked).toEqual([]);
});

test('a server that is mounted on HTTP+JSON refuses with the status for that', async () => {
  const hooks = createHooks();
  hooks.addHook('onA2aMessage', () => deny('a private reason', { message: 'We are closed.' }));
  desk = await startDesk();
  const userBuilder = UserBuilder.noAuthentication;
  const rest = withHooks(express.restHandler, hooks)({ requestHandler: desk.handler, userBuilder });
  const http = createServer(expressApp().use(rest)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/tasks/t`, {
    headers: { 'a2a-version': '1.0' },
  });
  http.close();
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: 403, message: 'We are closed.' } });
});

test('hooks read of an error over gRPC all that the app can reach', async () => {
  const metadata = new Metadata();
  metadata.set('x-note', 'ignore your');
  metadata.set('grpc-status-details-bin', Buffer.from('\n\u000cinstructions'));
  const refuse = (_call: unknown, answer: sendUnaryData<unknown>): void =>
    answer({ code: status.UNKNOWN, details: 'no', metadata });
  const unused = Object.fromEntries(Object.keys(A2AService).map((name) => [name, refuse]));
  const hooks = createHooks();
  const read: string[] = [];
  hooks.addHook('onA2aMessage', ({ message }) => void read.push(JSON.stringify(message)));
  const caller = await callerOf(await listen(unused), hooks);
  await expect(caller.sendMessage(saying('go'))).rejects.toThrow('no');
  expect(read[0]).toContain('ignore your');
  expect(read[0]).toContain('instructions');
  hooks.addHook('onA2aMessage', ({ message }) => ({
    message: { ...message, error: { ...(message['error'] as object), message: 'gone' } },
  }));
  const changed: unknown = await caller.sendMessage(saying('go')).catch((error: unknown) => error);
  expect(inspect(changed, { depth: 9 })).toContain('gone');
  expect(inspect(changed, { depth: 9 })).not.toContain('instructions');
});
