import type { PushNotificationSender } from '@a2a-js/sdk/server';
import { createHooks, deny } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { deskCard } from '../test/desk-card.ts';
import { saying, startDesk, textIn, work, type Desk, type DeskOptions } from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { client, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: DeskOptions = {}): Promise<Desk> {
  return (desk = await startDesk(options));
}

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
    const sender: PushNotificationSender = {
      send: async (event) => void posted.push(textIn(event)),
    };
    hooks.addHook('preA2aMessage', ({ message }) => ({
      message: JSON.parse(JSON.stringify(message).replace('secret', '[gone]')) as typeof message,
    }));
    const hooked = withHooks(sender, hooks);
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
