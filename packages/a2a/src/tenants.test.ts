import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { saying, startDesk, work, type Desk } from '../test/desk.ts';
import { client, sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

let desk: Desk | undefined;
afterEach(() => desk?.close());

/** A card that names a tenant for all that is sent to this address. */
function cardOf(tenant: string): ReturnType<typeof deskCard> {
  const card = deskCard(desk!.url);
  return {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, tenant })),
  };
}

test.each(['factory', 'client', 'transport'])(
  'hooks round the %s of a client see the tenant that the card adds, and their change holds',
  async (target) => {
    desk = await startDesk();
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preA2aMessage', ({ message }) => {
      const params = message['params'] as { readonly tenant?: string };
      seen.push(params.tenant);
      return { message: { ...message, params: { ...params, tenant: '' } } };
    });
    const arrived: unknown[] = [];
    const own = desk.handler.sendMessage.bind(desk.handler);
    desk.handler.sendMessage = (params, context) => {
      arrived.push(params.tenant);
      return own(params, context);
    };
    const factory = new client.ClientFactory();
    const made = await (
      target === 'factory' ? withHooks(factory, hooks) : factory
    ).createFromAgentCard(cardOf('acme'));
    const caller =
      target === 'client'
        ? withHooks(made, hooks)
        : target === 'transport'
          ? new client.Client(withHooks(made.transport, hooks), cardOf('acme'))
          : made;
    await caller.sendMessage(saying('Hi.'));
    for await (const event of caller.sendMessageStream(saying('Hi.'))) void event;
    expect([seen, arrived]).toEqual([['acme', 'acme'], ['']]);
  },
);

test('a server works for the tenant that hooks left in a request', async () => {
  const hooks = createHooks();
  desk = await startDesk({
    hooks,
    execute: work('a secret'),
    wrap: (handler) => {
      const list = handler.listTasks.bind(handler);
      handler.listTasks = (params, context) => {
        context.addActivatedExtension('urn:listed');
        return list(params, context);
      };
      return handler;
    },
  });
  const caller = await new client.ClientFactory().createFromAgentCard(cardOf('rival'));
  await caller.sendMessage(saying('Work.'));
  const tasksOf = async (): Promise<number> => {
    const { tasks } = await caller.listTasks(sdk.ListTasksRequest.fromJSON({}));
    return tasks.length;
  };
  expect(await tasksOf()).toBe(1);
  hooks.addHook('onA2aMessage', ({ message }) => ({
    message: { ...message, params: { ...(message['params'] as object), tenant: 'own' } },
  }));
  expect(await tasksOf()).toBe(0);
  for await (const event of caller.sendMessageStream(saying('Work.'))) void event;
  expect(await tasksOf()).toBe(1);
  const context = new server.ServerCallContext({ tenant: 'rival' });
  await desk.handler.listTasks(sdk.ListTasksRequest.fromJSON({ tenant: 'rival' }), context);
  expect([context.tenant, context.activatedExtensions]).toEqual(['rival', ['urn:listed']]);
});
