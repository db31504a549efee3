import { createServer, type AddressInfo } from 'node:net';

import { AzureOpenAI, OpenAI } from 'openai';
import { OpenAIRealtimeWebSocket as BetaWebSocket } from 'openai/beta/realtime/websocket';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { OpenAIRealtimeWebSocket as FloorWebSocket } from 'openai-floor/realtime/websocket';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const apiKey = 'any';
// Ends every connection: here it only counts whether one is opened.
const server = createServer((socket) => socket.destroy());
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const address = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
const openAi = (): OpenAI => new OpenAI({ apiKey, baseURL: `${address()}/v1` });
const atAzure = (): { baseURL: string; apiVersion: string } => ({
  baseURL: `${address()}/openai`,
  apiVersion: '2024-10-01-preview',
});
const azure = (): AzureOpenAI => new AzureOpenAI({ apiKey, ...atAzure() });
const azureADTokenProvider = async (): Promise<string> => apiKey;
const azureWithTokens = (): AzureOpenAI => new AzureOpenAI({ azureADTokenProvider, ...atAzure() });
const { OpenAI: Floor } = sdkVersions[0]!.sdk;
const ofFloor = (): OpenAI => new Floor({ apiKey, baseURL: `${address()}/v1` });
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
  ['one for Azure', (client) => new OpenAIRealtimeWebSocket({ model }, client), azure],
  [
    'its azure with tokens',
    (client) => OpenAIRealtimeWebSocket.azure(client as AzureOpenAI, { deploymentName: model }),
    azureWithTokens,
  ],
  [
    'one for a clone',
    (client) => new OpenAIRealtimeWebSocket({ model }, client.withOptions({})),
    azure,
  ],
  ['one of openai 5', (client) => new FloorWebSocket({ model }, client as never), ofFloor],
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
  for (const key of [{ apiKey }, { azureADTokenProvider }]) {
    const own = new AzureOpenAI({ ...given, ...key });
    const client = withHooks(own, createHooks(), { require: 'enforced' });
    for (const asked of [client, client.withOptions({})])
      await expect(asked.models.list()).resolves.toMatchObject({ data: [] });
  }
});
