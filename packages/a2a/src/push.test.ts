import type { StreamResponse } from '@a2a-js/sdk';
import type { PushNotificationSender, ServerCallContext } from '@a2a-js/sdk/server';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { openProxy } from '@interpose/faulty-servers';
import { describe, expect, onTestFinished, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { hostileAgent } from '../test/hostile-agent.ts';
import { quietSdk } from '../test/quiet-sdk.ts';
import { sdk, server } from '../test/sdk.ts';
import { withHooks } from './with-hooks.ts';

quietSdk();

const context: ServerCallContext = new server.ServerCallContext({ requestedVersion: '1.0' });

/** Starts a webhook that keeps the updates posted to it. */
async function webhook(): Promise<{ readonly port: number; readonly posted: string[] }> {
  const posted: string[] = [];
  const { url, close } = await hostileAgent((message, response) => {
    posted.push(JSON.stringify(message));
    response.writeHead(200).end();
  });
  onTestFinished(close);
  return { port: Number(new URL(url).port), posted };
}

/** Returns the SDK's own sender, hooked; each task has webhooks at these ports. */
async function senderTo(
  hooks: Hooks,
  ports: Readonly<Record<string, readonly number[]>>,
): Promise<PushNotificationSender> {
  const store = new server.InMemoryPushNotificationStore();
  for (const [taskId, all] of Object.entries(ports))
    for (const port of all) {
      const config = { id: `to ${port}`, taskId, url: `http://127.0.0.1:${port}/` };
      await store.save(taskId, context, sdk.TaskPushNotificationConfig.fromJSON(config));
    }
  return withHooks(new server.DefaultPushNotificationSender(store, { timeout: 2000 }), hooks);
}

function update(taskId: string, text: string): StreamResponse {
  const artifact = { artifactId: text, parts: [{ text }] };
  return sdk.StreamResponse.fromJSON({ artifactUpdate: { taskId, contextId: 'c', artifact } });
}

/** Returns the posted texts, in order. */
function textsIn(posted: readonly string[]): readonly string[] {
  return posted.map((body) => /"artifactId":"([^"]*)"/u.exec(body)![1]!);
}

describe('updates that a server posts', () => {
  test('are posted in the order they were made, however long a hook takes over one', async () => {
    const hooks = createHooks();
    const slow = Promise.withResolvers<void>();
    hooks.addHook('preA2aMessage', async ({ message }) => {
      if (JSON.stringify(message).includes('"one"')) await slow.promise;
      if (JSON.stringify(message).includes('"two"')) setImmediate(slow.resolve);
    });
    const { port, posted } = await webhook();
    const sender = await senderTo(hooks, { t1: [port] });
    // A request handler does not wait for any of these posts.
    await Promise.all(
      ['one', 'two', 'three'].map((text) => sender.send(update('t1', text), context)),
    );
    expect(textsIn(posted)).toEqual(['one', 'two', 'three']);
  });

  test('wait for no post of an update before, as without hooks', async () => {
    const begun: string[] = [];
    const first = Promise.withResolvers<void>();
    const own: PushNotificationSender = {
      send: async (event) => {
        begun.push(...textsIn([JSON.stringify(sdk.StreamResponse.toJSON(event))]));
        await first.promise;
      },
    };
    const sender = withHooks(own, createHooks());
    const both = ['one', 'two'].map((text) => sender.send(update('t1', text), context));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['one', 'two']);
    first.resolve();
    await Promise.all(both);
  });

  test('wait for no update of another task', async () => {
    const hooks = createHooks();
    const held = Promise.withResolvers<void>();
    hooks.addHook('preA2aMessage', async ({ message }) => {
      if (JSON.stringify(message).includes('"held"')) await held.promise;
    });
    const { port, posted } = await webhook();
    const sender = await senderTo(hooks, { t1: [port], t2: [port] });
    const waiting = sender.send(update('t1', 'held'), context);
    await sender.send(update('t2', 'free'), context);
    expect(textsIn(posted)).toEqual(['free']);
    held.resolve();
    await waiting;
    expect(textsIn(posted)).toEqual(['free', 'held']);
  });

  test('are asked about once, however many webhooks there are and however often the network fails', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    const asked: string[] = [];
    hooks.addHook('preA2aMessage', ({ message }) => {
      const [text] = textsIn([JSON.stringify(message)]);
      asked.push(text!);
      return text === 'a secret' ? deny('not for them') : undefined;
    });
    const well = await webhook();
    const failing = await webhook();
    const proxy = await openProxy(failing.port);
    onTestFinished(() => proxy.close());
    const sender = await senderTo(hooks, { t1: [well.port, proxy.port] });
    for (const [mode, text] of [
      ['pass', 'one'],
      ['refuse', 'two'],
      ['refuse', 'a secret'],
      ['pass', 'three'],
    ] as const) {
      proxy.mode = mode;
      await sender.send(update('t1', text), context);
    }
    expect(asked).toEqual(['one', 'two', 'a secret', 'three']);
    expect(textsIn(well.posted)).toEqual(['one', 'two', 'three']);
    expect(textsIn(failing.posted)).toEqual(['one', 'three']);
    await hooks.flush();
    expect(counts).toEqual({ begun: 4, ended: 4 });
  });

  test('that are denied let those behind them go', async () => {
    const hooks = createHooks();
    const slow = Promise.withResolvers<void>();
    hooks.addHook('preA2aMessage', async ({ message }) => {
      if (!JSON.stringify(message).includes('a secret')) return undefined;
      await slow.promise;
      return deny('not for them');
    });
    const { port, posted } = await webhook();
    const sender = await senderTo(hooks, { t1: [port] });
    const both = ['a secret', 'two'].map((text) => sender.send(update('t1', text), context));
    slow.resolve();
    await Promise.all(both);
    expect(textsIn(posted)).toEqual(['two']);
  });
});
