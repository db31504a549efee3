import type { Transport } from '@a2a-js/sdk/client';
import { createHooks, deny } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { saying, startDesk, textIn, type Desk, type DeskOptions } from '../test/desk.ts';
import { hear } from '../test/hear.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: DeskOptions = {}): Promise<Desk> {
  return (desk = await startDesk(options));
}

function post(to: Desk, body: unknown): Promise<unknown> {
  return fetch(`${to.url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }).then((response) => response.json());
}

const request = {
  jsonrpc: '2.0',
  id: 'r-7',
  method: 'SendMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] } },
};

describe('a modification that A2A cannot carry', () => {
  test.each([
    ['another id', { id: 'other' }, -32600],
    ['another method', { method: 'CancelTask' }, -32600],
    ['params that are no object', { params: 'all of it' }, -32602],
    [
      'a part in the spelling of another version',
      {
        params: {
          message: {
            messageId: 'm',
            role: 'ROLE_USER',
            parts: [{ kind: 'text', text: 'hi', kin: 1 }],
          },
        },
      },
      -32602,
    ],
  ])('%s: nothing is sent, also not the original', async (_what, change, envelopeCode) => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', ({ message }) => ({ message: { ...message, ...change } }));
    const { asked, client } = await open();
    const sent = (await client(hooks)).sendMessage(saying('hello'));
    await expect(sent).rejects.toMatchObject({ envelopeCode });
    expect(asked).toEqual([]);
  });

  test('an answer without result or error is not handed out', async () => {
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', () => ({ message: { jsonrpc: '2.0', id: 1 } }));
    const { client } = await open();
    const sent = (await client(hooks)).sendMessage(saying('hello'));
    await expect(sent).rejects.toThrow('[invalid_modification]');
  });
});

describe('a message that is no A2A', () => {
  test.each([
    ['no JSON', '{', -32700],
    ['no JSON-RPC', { hello: 1 }, -32602],
    ['an unknown method', { ...request, method: 'DropTables' }, -32601],
    ['a method of 0.3 where only 1.0 is spoken', { ...request, method: 'message/send' }, -32601],
    ['params that are a list', { ...request, params: [] }, -32602],
  ])(
    '%s: the server answers with a coded error, and no agent hears of it',
    async (_what, body, code) => {
      const hooks = createHooks();
      const heard = hear(hooks);
      const { asked } = await open({ hooks });
      expect(await post(desk!, body)).toMatchObject({ error: { code } });
      expect([asked, heard]).toEqual([[], []]);
    },
  );

  test('a method that a later version of the SDK adds is refused until hooks can see it', async () => {
    const { client } = await open();
    const { transport } = await client(createHooks());
    const later = Object.assign(transport, { moveTask: () => Promise.resolve('moved') });
    await expect(later.moveTask()).rejects.toMatchObject({ envelopeCode: -32601 });
  });

  test('callExtensionMethod is no way round the hooks', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { asked, client } = await open();
    const { transport } = await client(hooks);
    const extensible = transport as Transport & Extensible;
    const options = { serviceParameters: { 'A2A-Version': '1.0' } };
    const answer = await extensible.callExtensionMethod('SendMessage', request.params, options);
    expect(textIn(heard[0])).toBe('');
    expect(heard.map(({ method, leg }) => `${method} ${leg}`)).toEqual([
      'message/send request',
      'message/send response',
    ]);
    expect(answer).toMatchObject({ result: { message: {} } });
    hooks.addHook('preA2aMessage', () => deny('no extensions'));
    await expect(
      extensible.callExtensionMethod('SendMessage', request.params, options),
    ).rejects.toThrow('no extensions');
    expect(asked).toHaveLength(1);
  });
});

interface Extensible {
  callExtensionMethod(method: string, params: unknown, options: unknown): Promise<unknown>;
}
