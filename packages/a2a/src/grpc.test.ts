import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { A2AService, grpcService, UserBuilder } from '@a2a-js/sdk/server/grpc';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { saying, startDesk, textIn, work, type Desk } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client } from '../test/sdk.ts';
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
  server = new Server();
  server.addService(
    A2AService,
    mount({ requestHandler: desk.handler, userBuilder: UserBuilder.noAuthentication }),
  );
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
  expect(desk!.asked).toEqual([]);
});
