import type { StreamResponse } from '@a2a-js/sdk';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import {
  saying,
  startDesk,
  textIn,
  work,
  workUntilCancelled,
  type Desk,
  type DeskOptions,
} from '../test/desk.ts';
import { hear } from '../test/hear.ts';
import { sdk } from '../test/sdk.ts';

let desk: Desk | undefined;

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

async function open(options: DeskOptions): Promise<Desk> {
  return (desk = await startDesk(options));
}

async function textsOf(events: AsyncIterable<StreamResponse>): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) texts.push(textIn(event));
  // A task starts with the message that asked for it.
  return texts.filter((text) => text !== '' && text !== 'go');
}

/** Changes the text "secret" in every event, on either side. */
function rewrite(hooks: Hooks, side: 'preA2aMessage' | 'onA2aMessage'): void {
  hooks.addHook(side, ({ message, leg }) =>
    leg === 'event'
      ? {
          message: JSON.parse(
            JSON.stringify(message).replaceAll('secret', '[gone]'),
          ) as typeof message,
        }
      : undefined,
  );
}

describe('the events of a stream', () => {
  test.each(['client', 'server'] as const)(
    'are changed one by one on the side of the %s',
    async (role) => {
      const hooks = createHooks();
      rewrite(hooks, role === 'client' ? 'onA2aMessage' : 'preA2aMessage');
      const isServer = role === 'server';
      const { client } = await open({
        execute: work('open', 'secret', 'end'),
        ...(isServer ? { hooks } : {}),
      });
      const caller = await client(isServer ? undefined : hooks);
      expect(await textsOf(caller.sendMessageStream(saying('go')))).toEqual([
        'open',
        '[gone]',
        'end',
      ]);
    },
  );

  test.each(['client', 'server'] as const)(
    'that the %s may not pass on are left out, and the stream goes on',
    async (role) => {
      const hooks = createHooks();
      hooks.addHook(role === 'client' ? 'onA2aMessage' : 'preA2aMessage', ({ message }) =>
        JSON.stringify(message).includes('secret') ? deny('it is secret') : undefined,
      );
      const isServer = role === 'server';
      const { client } = await open({
        execute: work('open', 'secret', 'end'),
        ...(isServer ? { hooks } : {}),
      });
      const caller = await client(isServer ? undefined : hooks);
      expect(await textsOf(caller.sendMessageStream(saying('go')))).toEqual(['open', 'end']);
    },
  );

  test('are the objects of the SDK where hooks left them alone', async () => {
    const hooks = createHooks();
    hear(hooks);
    const { client } = await open({ execute: work('one') });
    const caller = await client();
    const natives: unknown[] = [];
    const original = caller.transport.sendMessageStream.bind(caller.transport);
    caller.transport.sendMessageStream = async function* (...sent) {
      for await (const event of original(...sent)) {
        natives.push(event);
        yield event;
      }
    };
    const { withHooks } = await import('./with-hooks.ts');
    const received: unknown[] = [];
    for await (const event of withHooks(caller, hooks).sendMessageStream(saying('go')))
      received.push(event);
    expect(received.length).toBeGreaterThan(2);
    expect(received.every((event, index) => event === natives[index])).toBe(true);
  });

  test('arrive as they are sent, not at the end', async () => {
    const hooks = createHooks();
    hear(hooks);
    const { client } = await open({ hooks, execute: workUntilCancelled });
    const caller = await client(hooks);
    const stream = caller.sendMessageStream(saying('wait'));
    const first = await stream.next();
    const task = first.value?.payload?.value as { readonly id: string };
    await caller.cancelTask({ tenant: '', id: task.id, metadata: undefined });
    const rest: StreamResponse[] = [];
    for await (const event of stream) rest.push(event);
    expect(JSON.stringify(sdk.StreamResponse.toJSON(rest.at(-1)!))).toContain('CANCELED');
  });
});

describe('a stream that is not begun', () => {
  test('because its request was denied rejects at the first read, and nothing was sent', async () => {
    const hooks = createHooks();
    hooks.addHook('preA2aMessage', () => deny('not that agent'));
    const { asked, client } = await open({});
    const caller = await client(hooks);
    await expect(textsOf(caller.sendMessageStream(saying('go')))).rejects.toThrow('not that agent');
    expect(asked).toEqual([]);
  });

  test('because its server denied it ends with a JSON-RPC error', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce();
    const hooks = createHooks();
    hooks.addHook('onA2aMessage', () => deny('not from you'));
    const { asked, client } = await open({ hooks });
    const caller = await client();
    await expect(textsOf(caller.sendMessageStream(saying('go')))).rejects.toMatchObject({
      envelopeCode: -32000,
      message: 'Blocked by policy.',
    });
    expect(asked).toEqual([]);
  });

  test('because a hook supplied its reply has that as its only event', async () => {
    const hooks = createHooks();
    const heard = hear(hooks);
    hooks.addHook('preA2aMessage', ({ message }) => ({
      reply: {
        jsonrpc: '2.0',
        id: message['id'],
        result: { message: { messageId: 'c', role: 'ROLE_AGENT', parts: [{ text: 'cached' }] } },
      },
    }));
    const { asked, client } = await open({});
    const caller = await client(hooks);
    expect(await textsOf(caller.sendMessageStream(saying('go')))).toEqual(['cached']);
    expect(heard.at(-1)).toMatchObject({ event: 'onA2aMessage', leg: 'event', synthetic: true });
    expect(asked).toEqual([]);
  });
});
