import { ask, createHooks, deny, DeniedError } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { saying, startDesk, type Desk, type DeskOptions } from '../../test/desk.ts';
import { hear } from '../../test/hear.ts';
import { errors } from '../../test/sdk.ts';

let desk: Desk | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
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

describe('a request that the client may not send', () => {
  test('never reaches the wire, and rejects with the error of a JSON-RPC answer', async () => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => deny('not that agent', { code: 'stranger' }), {
      name: 'known',
    });
    const { asked, client } = await open();
    const error: unknown = await (
      await client(hooks)
    )
      .sendMessage(saying('hi'))
      .catch((thrown: unknown) => thrown);
    expect(asked).toEqual([]);
    expect(errors.isJsonRpcError(error)).toBe(true);
    expect(error).toMatchObject({
      envelopeCode: -32000,
      message: 'Blocked by known: not that agent',
      data: [{ reason: 'stranger' }],
    });
    const { cause } = error as Error;
    expect(DeniedError.isInstance(cause) && cause.denial.event).toBe('preA2aMessage');
  });

  test('is denied as well when nobody can be asked', async () => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => ask('a person should look'));
    const { asked, client } = await open();
    const sent = (await client(hooks)).sendMessage(saying('hi'));
    await expect(sent).rejects.toMatchObject({ data: [{ reason: 'approver_unavailable' }] });
    expect(asked).toEqual([]);
  });
});

describe('what a server refuses', () => {
  test('is answered with a JSON-RPC error of the same id that tells a stranger no reasons', async () => {
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', () => deny('this customer is under investigation'));
    const { asked } = await open({ hooks });
    expect(await post(desk!, request)).toEqual({
      jsonrpc: '2.0',
      id: 'r-7',
      error: { code: -32000, message: 'Blocked by policy.' },
    });
    expect(asked).toEqual([]);
  });

  test('says what the verdict has for people', async () => {
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', () => deny('closed', { message: 'We open at nine.' }));
    const answer = await post(await open({ hooks }), request);
    expect(answer).toMatchObject({ error: { message: 'We open at nine.' } });
  });

  test('is refused on every binding', async () => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => deny('a trade secret'));
    const { url } = await open({ hooks });
    const response = await fetch(`${url}/rest/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify(request.params),
    });
    expect(response.ok).toBe(false);
    expect(await response.text()).not.toContain('the answer');
  });
});

describe('an error of the other side', () => {
  const gone = { tenant: '', id: 'no-such-task', historyLength: undefined };

  test('is a message like any other: hooks read it', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    const { client } = await open();
    const asked = (await client(hooks)).getTask(gone);
    await expect(asked).rejects.toThrow(errors.TaskNotFoundError);
    expect(heard[1]).toMatchObject({ leg: 'response', message: { error: { code: -32001 } } });
  });

  test('is withheld when a policy denies it, and replaced when one changes it', async () => {
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', ({ message }) => ({
      message: { ...message, error: { code: -32001, message: 'gone' } },
    }));
    const { client } = await open();
    await expect((await client(hooks)).getTask(gone)).rejects.toMatchObject({ message: 'gone' });
    hooks.addHook('onA2aMessage', () => deny('it names a customer'), { name: 'quiet' });
    await expect((await client(hooks)).getTask(gone)).rejects.toMatchObject({
      message: 'Blocked by quiet: it names a customer',
    });
  });

  test('leaves a server only past its hooks', async () => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', ({ message }) =>
      'error' in message ? deny('no internals') : undefined,
    );
    await open({
      hooks,
      wrap: (handler) => {
        handler.sendMessage = () => Promise.reject(new Error('postgres://admin@10.0.0.1 is down'));
        return handler;
      },
    });
    expect(await post(desk!, request)).toMatchObject({ error: { message: 'Blocked by policy.' } });
  });

  test('that the agent itself threw leaves as a failed task with its text, past the same hooks', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', ({ message }) =>
      JSON.stringify(message).includes('Agent execution error') ? deny('no internals') : undefined,
    );
    await open({
      hooks,
      execute: () => Promise.reject(new Error('postgres://admin@10.0.0.1 is down')),
    });
    expect(await post(desk!, request)).toMatchObject({ error: { message: 'Blocked by policy.' } });
  });
});
