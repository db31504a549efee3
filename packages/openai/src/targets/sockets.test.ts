import { createServer, type AddressInfo } from 'node:net';

import { AzureOpenAI, OpenAI } from 'openai';
import { OpenAIRealtimeWebSocket as BetaWebSocket } from 'openai/beta/realtime/websocket';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { withHooks } from '../index.ts';

const apiKey = 'any';
// Ends every connection: here it only counts whether one is opened.
const server = createServer((socket) => socket.destroy());
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const address = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
const openAi = (): OpenAI => new OpenAI({ apiKey, baseURL: `${address()}/v1` });
const azure = (): AzureOpenAI =>
  new AzureOpenAI({ apiKey, baseURL: `${address()}/openai`, apiVersion: '2024-10-01-preview' });
const model = 'm';

interface Socket {
  on(event: 'error', heard: () => void): unknown;
  close(): void;
}

const openings: readonly (readonly [string, (client: OpenAI) => unknown, () => OpenAI])[] = [
  ['OpenAIRealtimeWebSocket', (client) => new OpenAIRealtimeWebSocket({ model }, client), openAi],
  ['its create', (client) => OpenAIRealtimeWebSocket.create(client, { model }), openAi],
  ['its create on Azure', (client) => OpenAIRealtimeWebSocket.create(client, { model }), azure],
  [
    'its azure',
    (client) => OpenAIRealtimeWebSocket.azure(client as AzureOpenAI, { deploymentName: model }),
    azure,
  ],
  [
    'that of the beta',
    (client) => BetaWebSocket.azure(client as AzureOpenAI, { deploymentName: model }),
    azure,
  ],
  ['ResponsesWS', (client) => new ResponsesWS(client), openAi],
];

test.each(openings)(
  'a WebSocket opened by %s is reported once, or refused',
  async (_, open, make) => {
    const hooks = createHooks();
    const told: unknown[] = [];
    hooks.addHook('onHookError', ({ code }) => void told.push(code));
    const client = withHooks(make(), hooks);
    for (let count = 0; count < 2; count++) {
      const socket = (await open(client)) as Socket;
      socket.on('error', () => undefined);
      socket.close();
    }
    await hooks.flush();
    expect(told).toEqual(['unmediated_call']);
    const strict = withHooks(make(), createHooks(), { require: 'enforced' });
    await expect((async () => open(strict))()).rejects.toMatchObject({ code: 'not_enforced' });
  },
);

test('requests of an Azure client open no WebSocket, whatever its key', async () => {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json({ data: [] }));
  const given = { baseURL: `${address()}/openai`, apiVersion: '2024-10-21', fetch };
  const azureADTokenProvider = async (): Promise<string> => apiKey;
  for (const key of [{ apiKey }, { azureADTokenProvider }]) {
    const own = new AzureOpenAI({ ...given, ...key });
    const client = withHooks(own, createHooks(), { require: 'enforced' });
    await expect(client.models.list()).resolves.toMatchObject({ data: [] });
  }
});
