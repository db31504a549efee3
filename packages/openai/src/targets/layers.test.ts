import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';

import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const question = { model: 'm', messages: [{ role: 'user' as const, content: 'Price?' }] };

/** Returns a client whose service answers every request, and the requests that it got. */
function open(sdk: Sdk) {
  const asked: unknown[] = [];
  const fetch = (url: unknown): Promise<Response> => {
    asked.push(url);
    return Promise.resolve(Response.json({ object: 'list', data: [], choices: [] }));
  };
  const baseURL = 'http://127.0.0.1:9/v1';
  return { asked, client: new sdk.OpenAI({ apiKey: 'any', baseURL, logLevel: 'off', fetch }) };
}

describe.each(sdkVersions)('a layer around the client $version', ({ sdk }) => {
  test.each([
    ['client', (client: InstanceType<Sdk['OpenAI']>) => client],
    ['resource', (client: InstanceType<Sdk['OpenAI']>) => client.chat.completions],
  ])('is refused by name, at each time, where the %s is frozen', async (_what, partOf) => {
    const { client, asked } = open(sdk);
    Object.freeze(partOf(client));
    const hooks = createHooks();
    const hook = (): unknown => withHooks(client, hooks);
    expect(hook).toThrow('[target_frozen]');
    expect(hook).toThrow('[target_frozen]');
    expect(asked).toEqual([]);
  });

  test('holds what is asked of it later, and never less', async () => {
    const { client, asked } = open(sdk);
    const hooks = createHooks();
    withHooks(withHooks(client, hooks), hooks, { require: 'enforced' });
    withHooks(client, hooks, { agent: { id: 'desk' } });
    const drawn = client.images.generate({ prompt: 'a cat' });
    await expect(drawn).rejects.toThrow('[not_enforced]');
    const agents: string[] = [];
    hooks.addHook('preRequest', ({ agent }) => {
      agents.push(agent.id);
      return deny('not today');
    });
    await client.chat.completions.create(question);
    expect([agents, asked]).toEqual([['desk'], []]);
  });
});

describe('a socket of the client', () => {
  const { sdk } = sdkVersions.at(-1)!;
  interface Socket {
    on(event: 'error', listener: () => void): unknown;
    close(): void;
  }
  const socketsOf = (client: InstanceType<Sdk['OpenAI']>): (() => Socket)[] => [
    () => new ResponsesWS(client),
    () => new OpenAIRealtimeWS({ model: 'm' }, client),
  ];

  test('is not opened where all has to be enforced', () => {
    const { client } = open(sdk);
    withHooks(client, createHooks(), { require: 'enforced' });
    for (const connect of socketsOf(client)) expect(connect).toThrow('[not_enforced]');
  });

  test('is told of once elsewhere', () => {
    const { client } = open(sdk);
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    withHooks(client, hooks);
    for (const connect of socketsOf(client)) {
      const socket = connect();
      socket.on('error', () => undefined);
      socket.close();
    }
    expect(told).toEqual(['unmediated_call']);
  });
});

test('a frozen runner is refused by name', () => {
  const runner = Object.freeze(new ResponsesToolRunner({ functions: [] }));
  expect(() => withHooks(runner as never, createHooks())).toThrow('[target_frozen]');
});
