import type { Client } from '@a2a-js/sdk/client';
import type { PushNotificationSender } from '@a2a-js/sdk/server';
import type { Hooks } from '@interpose/core';

import { withHooks } from '../../src/with-hooks.ts';
import { message, saying, startDesk, textIn, type Desk } from '../desk.ts';
import { server } from '../sdk.ts';

/** What one message on a path came to. */
export interface Driven {
  /** How often the side behind the hooks got something: the other agent, or its webhook. */
  readonly reached: readonly string[];
  /** What came back, or the text of the error. */
  readonly received: string;
}

interface Extensible {
  callExtensionMethod(method: string, params: unknown, options: unknown): Promise<unknown>;
}

const ways: Readonly<Record<string, (hooks: Hooks) => Promise<Driven>>> = {
  client: (hooks) => asked({}, hooks, (client) => client.sendMessage(saying('hello'))),
  'client stream': (hooks) => asked({}, hooks, streamed),
  server: (hooks) => asked({ hooks }, undefined, (client) => client.sendMessage(saying('hello'))),
  'server stream': (hooks) => asked({ hooks }, undefined, streamed),
  callExtensionMethod: (hooks) =>
    asked({}, hooks, async ({ transport }) => {
      const params = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] } };
      const options = { serviceParameters: { 'A2A-Version': '1.0' } };
      // The SDK's transports have the method, though only some bindings declare it.
      const extensible = transport as typeof transport & Extensible;
      const answer = await extensible.callExtensionMethod('SendMessage', params, options);
      return { content: { $case: 'text', value: JSON.stringify(answer).replaceAll('"', "'") } };
    }),
  'push notification': posted,
};

/** Sends one message on this path of the capability table. */
export function drivePath(path: string, hooks: Hooks): Promise<Driven> {
  const way = ways[path];
  if (way === undefined) throw new Error(`nothing drives the path ${path}`);
  return way(hooks);
}

async function asked(
  options: { readonly hooks?: Hooks },
  hooks: Hooks | undefined,
  use: (client: Client) => Promise<unknown>,
): Promise<Driven> {
  const desk: Desk = await startDesk(options);
  try {
    const received = await use(await desk.client(hooks)).then(textIn, String);
    return { reached: desk.asked.map(textIn), received };
  } finally {
    await desk.close();
  }
}

async function streamed(client: Client): Promise<unknown> {
  const events: unknown[] = [];
  for await (const event of client.sendMessageStream(saying('hello'))) events.push(event);
  return events;
}

async function posted(hooks: Hooks): Promise<Driven> {
  const reached: string[] = [];
  const sender: PushNotificationSender = {
    send: async (event) => void reached.push(textIn(event)),
  };
  const payload = { $case: 'message', value: message('hello') } as const;
  await withHooks(sender, hooks).send({ payload }, new server.ServerCallContext());
  return { reached, received: reached.join() };
}
