import type { StreamResponse } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { saying, startDesk, textIn, work, type Desk } from '../test/desk.ts';
import { connect } from '../test/harness/connect.ts';
import { eventOf, hostileAgent, streamed, type Answer } from '../test/hostile-agent.ts';
import { sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Returns a hooked transport to a server that sends this answer. */
async function attacked(hooks: Hooks, answer: Answer): Promise<Transport> {
  const { url, close } = await hostileAgent(answer);
  closing.push(close);
  return withHooks(await connect(url, 'JSONRPC'), hooks);
}

async function open(hooks: Hooks): Promise<Desk> {
  const desk = await startDesk({ hooks, execute: work('one', 'two') });
  closing.push(() => desk.close());
  return desk;
}

function hideSecrets(hooks: Hooks): void {
  hooks.addHook('onA2aMessage', ({ message }) =>
    JSON.stringify(message).includes('secret') ? deny('not for us') : undefined,
  );
}

function messageOf(text: string): object {
  return { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] } };
}

async function drain(events: AsyncIterable<StreamResponse>, got: unknown[]): Promise<void> {
  try {
    for await (const event of events) got.push(event);
  } catch (error) {
    got.push(error);
  }
}

describe('a hostile agent', () => {
  test('that cuts its stream in the middle of an event gives nothing of it, and the chat ends', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    hideSecrets(hooks);
    let cut: (() => void) | undefined;
    const transport = await attacked(hooks, ({ id }, response) => {
      const half = eventOf(id, messageOf('half a secret')).slice(0, -20);
      streamed(response, eventOf(id, messageOf('whole')), half);
      cut = () => response.destroy();
    });
    const got: unknown[] = [];
    const reading = drain(transport.sendMessageStream(saying('go')), got);
    await expect.poll(() => textIn(got)).toContain('whole');
    cut!();
    await reading;
    expect(textIn(got)).toContain('whole');
    expect(JSON.stringify(got)).not.toContain('secret');
    await hooks.flush();
    expect(counts).toEqual({ begun: 1, ended: 1 });
  });

  test('that answers with eight million characters is denied it whole', async () => {
    const hooks = createHooks();
    hideSecrets(hooks);
    const transport = await attacked(hooks, ({ id }, response) => {
      const result = messageOf(`${'x'.repeat(8_000_000)}secret`);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    await expect(transport.sendMessage(saying('go'))).rejects.toThrow('not for us');
  });

  test.each([null, 'other', -1, '', 0])(
    'that answers with the id %j reaches nobody unasked',
    async (id) => {
      const hooks = createHooks();
      const counts = countChats(hooks);
      hideSecrets(hooks);
      const transport = await attacked(hooks, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: messageOf('a secret') }));
      });
      const answer = await transport.sendMessage(saying('go')).catch((error: unknown) => error);
      expect(JSON.stringify(answer)).not.toContain('a secret');
      await hooks.flush();
      expect(counts).toEqual({ begun: 1, ended: 1 });
    },
  );

  test('that puts a secret into the data of an error does not get it across', async () => {
    const hooks = createHooks();
    hideSecrets(hooks);
    const transport = await attacked(hooks, ({ id }, response) => {
      const data = [{ reason: 'X', metadata: { deep: 'a secret' } }];
      const error = { code: -32_001, message: 'failed', data };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    });
    const failed = await transport.sendMessage(saying('go')).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    const { message, cause, ...rest } = failed as Error;
    expect(JSON.stringify([message, cause, rest])).not.toContain('a secret');
  });
});

describe('hostile callers', () => {
  test('that subscribe to a task fifty times and leave at once leave no chat open', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    const transport = await attacked(hooks, ({ id }, response) =>
      streamed(response, eventOf(id, messageOf('one')), eventOf(id, messageOf('two'))),
    );
    const request = sdk.SubscribeToTaskRequest.fromJSON({ id: 't1' });
    for (let index = 0; index < 50; index += 1)
      for await (const event of transport.resubscribeTask(request)) {
        expect(textIn(event)).toBe('one');
        break;
      }
    await hooks.flush();
    expect(counts).toEqual({ begun: 50, ended: 50 });
  });

  test('that send what is no request are answered, and no agent is asked', async () => {
    const hooks = createHooks();
    const desk = await open(hooks);
    const bodies = ['', '[]', 'null', '{', '{"jsonrpc":"2.0"}', '{"method":"SendMessage"}', '7'];
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
      const response = await fetch(`${desk.url}/rpc`, { method: 'POST', headers, body });
      expect(await response.text()).toContain('error');
    }
    expect(desk.asked).toEqual([]);
  });

  test('that read slowly get every event that was not denied, in order', async () => {
    const hooks = createHooks();
    hideSecrets(hooks);
    const texts = Array.from({ length: 200 }, (_, index) => String(index));
    const transport = await attacked(hooks, ({ id }, response) => {
      const events = texts.map((text) => eventOf(id, messageOf(text)));
      streamed(response, ...events, eventOf(id, messageOf('a secret')));
      response.end();
    });
    const got: string[] = [];
    for await (const event of transport.sendMessageStream(saying('go'))) {
      got.push(textIn(event));
      if (got.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(got).toEqual(texts);
  });
});

test('a webhook that refuses the token of an update is a failure of its own: the chat ends, and the next update is posted', async () => {
  const hooks = createHooks();
  const counts = countChats(hooks);
  hooks.addHook('preA2aMessage', () => undefined);
  // The SDK logs its posts.
  for (const kind of ['error', 'info', 'log'] as const)
    vi.spyOn(console, kind).mockReturnValue(undefined);
  const tokens: unknown[] = [];
  const { url, close } = await hostileAgent((_, response, { headers }) => {
    tokens.push(headers['x-a2a-notification-token']);
    response.writeHead(tokens.length === 1 ? 401 : 200).end();
  });
  closing.push(close);
  const context = new server.ServerCallContext({ requestedVersion: '1.0' });
  const store = new server.InMemoryPushNotificationStore();
  const config = { id: 'p1', taskId: 't1', url, token: 'a wrong one' };
  await store.save('t1', context, sdk.TaskPushNotificationConfig.fromJSON(config));
  const sender = withHooks(new server.DefaultPushNotificationSender(store), hooks);
  const update = sdk.StreamResponse.fromJSON({ task: { id: 't1', contextId: 'c1' } });
  for (let index = 0; index < 2; index += 1)
    await sender.send(update, context).catch(() => undefined);
  await expect.poll(() => tokens).toEqual(['a wrong one', 'a wrong one']);
  await hooks.flush();
  expect(counts).toEqual({ begun: 2, ended: 2 });
});
