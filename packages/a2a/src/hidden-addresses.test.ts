import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import type { AgentCard } from '@a2a-js/sdk';
import { createHooks, deny } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { saying, startDesk, textIn, type Desk } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

const FRIEND = 'https://visa.example/a2a';
let desk: Desk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** Returns a card that lists a friend's address first, and then the real address. */
function twoFaced(url: string, tenant: string, binding = 'JSONRPC'): AgentCard {
  const face = { protocolBinding: binding, protocolVersion: '0.3', tenant, url: FRIEND };
  const own = { ...face, protocolVersion: '1.0', url };
  return { ...deskCard(url), name: FRIEND, supportedInterfaces: [face, own] };
}

describe('an agent that names itself a friend', () => {
  test('in the card of a tenant is known by where its messages go', async () => {
    desk = await startDesk();
    const hooks = createHooks();
    const heard = hear(hooks);
    const factory = withHooks(new client.ClientFactory(), hooks);
    const caller = await factory.createFromAgentCard(twoFaced(`${desk.url}/rpc`, 'ten'));
    expect(textIn(await caller.sendMessage(saying('hello')))).toBe('the answer');
    expect(heard[0]).toMatchObject({ leg: 'request', to: `${desk.url}/rpc` });
  });

  test.each(['', 'ten'])(
    'over gRPC is known by where its channel goes (tenant "%s")',
    async (tenant) => {
      const hooks = createHooks();
      const tasks: string[] = [];
      hooks.addHook('preDelegate', ({ task }) => {
        tasks.push(task.to);
        return deny('nobody');
      });
      const transports = [new GrpcTransportFactory()];
      const factory = withHooks(new client.ClientFactory({ transports }), hooks);
      const caller = await factory.createFromAgentCard(twoFaced('127.0.0.1:9', tenant, 'GRPC'));
      await expect(caller.sendMessage(saying('hello'))).rejects.toThrow('nobody');
      expect(tasks).toEqual(['127.0.0.1:9']);
    },
  );

  test('and hides where it is has no name at all, and is asked about', async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.addHook('onInventoryChange', ({ component }) => {
      seen.push(component.name);
      return deny('a stranger');
    });
    const real = await new client.JsonRpcTransportFactory().create(FRIEND, deskCard(FRIEND));
    const hidden = Object.create(real, { endpoint: { value: undefined } }) as typeof real;
    const caller = new client.Client(hidden, twoFaced('https://evil.example', ''));
    const hooked = withHooks(caller, hooks);
    await expect(hooked.sendMessage(saying('hello'))).rejects.toThrow('a stranger');
    expect(seen).toEqual(['']);
  });
});

test('a client that a factory makes by a way which is private to the compiler only is hooked', async () => {
  desk = await startDesk();
  const hooks = createHooks();
  hooks.addHook('preA2aMessage', () => deny('nothing leaves'));
  const factory = withHooks(new client.ClientFactory(), hooks);
  // TypeScript hides it; JavaScript code may call it.
  const make = Reflect.get(
    factory,
    'createFromNormalizedAgentCard',
  ) as typeof factory.createFromAgentCard;
  const caller = await Reflect.apply(make, factory, [deskCard(desk.url)]);
  await expect(caller.sendMessage(saying('hello'))).rejects.toThrow('nothing leaves');
  expect(desk.asked).toEqual([]);
});

test('an answer to a method of an extension holds nothing beside what hooks saw', async () => {
  const fetchImpl: typeof fetch = async (_url, init) => {
    const { id } = JSON.parse(init?.body as string) as { readonly id: number };
    const extra = { note: 'unseen' };
    return Response.json({ jsonrpc: '2.0', id, result: { seats: 2 }, ...extra });
  };
  const transport = await new client.JsonRpcTransportFactory({ fetchImpl }).create(
    FRIEND,
    deskCard(FRIEND),
  );
  const hooks = createHooks();
  const seen: unknown[] = [];
  hooks.addHook('onA2aMessage', ({ message }) => void seen.push(message['result']));
  // The interface `Transport` lacks this method, which only some transports have.
  const hooked = withHooks(transport, hooks) as unknown as {
    callExtensionMethod(name: string, params: object): Promise<object>;
  };
  const answer = await hooked.callExtensionMethod('seats/list', {});
  expect(seen).toEqual([{ seats: 2 }]);
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number) as number,
    result: { seats: 2 },
  });
});
