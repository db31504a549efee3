import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { noteOf, resultOf } from '../test/hooked-wire.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import type { Client, Sdk } from '../test/sdk.ts';
import { withHooks } from './index.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Answer = (message: Dict, response: ServerResponse, request: IncomingMessage) => void;

/** Returns the URL of a handwritten server that says hello correctly, and then whatever the test wants. */
async function hostile(answer: Answer): Promise<URL> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = (body === '' ? {} : JSON.parse(body)) as Dict;
      if (message['method'] === 'initialize') hello(message, response);
      else if (String(message['method']).startsWith('notifications/'))
        response.writeHead(202).end();
      else answer(message, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

function hello({ id, params }: Dict, response: ServerResponse): void {
  const result = {
    protocolVersion: (params as Dict)['protocolVersion'],
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1' },
  };
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function streamed(response: ServerResponse, ...events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(event);
}

function eventOf(message: Dict, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
}

/** Returns a real client on a hooked transport. */
async function connect(sdk: Sdk, url: URL, hooks: Hooks): Promise<Client> {
  const reconnectionOptions = {
    maxReconnectionDelay: 1,
    initialReconnectionDelay: 1,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 1,
  };
  const native = new sdk.StreamableHTTPClientTransport(url, { reconnectionOptions });
  const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });
  client.onerror = () => undefined;
  closing.push(() => client.close());
  await client.connect(withHooks(native, hooks, { server: 'shop' }));
  return client;
}

const call = { name: 'lookup' };
const soon = { timeout: 300 };

describe.each(sdkVersions)('a hostile server of streamable HTTP, MCP SDK $version', ({ sdk }) => {
  test('that cuts a stream in the middle of an event hands on nothing of it, and every chat ends', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    const url = await hostile(({ id }, response, { method }) => {
      if (method !== 'POST') return void response.writeHead(405).end();
      streamed(response, eventOf(resultOf(id as number, 'half a secret')).slice(0, -20));
      setImmediate(() => response.destroy());
    });
    const client = await connect(sdk, url, hooks);
    await expect(client.callTool(call, undefined, soon)).rejects.toThrow('timed out');
    await client.close();
    await hooks.flush();
    expect(counts.ended).toBe(counts.begun);
  });

  test('that answers a resumed stream with what another session was told gets every message asked', async () => {
    const hooks = createHooks();
    let asked = 0;
    hooks.addHook('onMcpMessage', ({ message }) => {
      if (!JSON.stringify(message).includes('foreign')) return undefined;
      asked += 1;
      return deny('not for this session');
    });
    const url = await hostile((message, response, { method, headers }) => {
      if (method === 'GET' && headers['last-event-id'] === 'foreign-1') {
        streamed(
          response,
          eventOf(resultOf(77, 'foreign answer'), 'foreign-2'),
          eventOf(noteOf('notifications/message', { level: 'info', data: 'foreign note' })),
        );
        return;
      }
      response.writeHead(405).end();
    });
    const client = await connect(sdk, url, hooks);
    const heard: unknown[] = [];
    // The types of the tests do not show the client's transport.
    const transport = (client as unknown as { transport: { onmessage: unknown } }).transport;
    const read = transport.onmessage as (message: unknown) => void;
    transport.onmessage = (message: unknown): void => {
      heard.push(message);
      read(message);
    };
    const resumed = { ...soon, resumptionToken: 'foreign-1' };
    await client.callTool(call, undefined, resumed).catch(() => undefined);
    // The SDK takes the first foreign message for the answer to its own call.
    await expect.poll(() => asked).toBe(2);
    expect(JSON.stringify(heard)).not.toContain('foreign');
  });

  test('that sends an answer of eight million characters is denied it whole', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      JSON.stringify(message).endsWith('secret"}]}}') ? deny('too much') : undefined,
    );
    const url = await hostile(({ id }, response, { method }) => {
      if (method !== 'POST') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(resultOf(id as number, `${'x'.repeat(8_000_000)}secret`)));
    });
    const client = await connect(sdk, url, hooks);
    const failed = client.callTool(call);
    await expect(failed).rejects.toThrow('too much');
  });

  test('that fifty clients leave and join leaves no chat open', async () => {
    const hooks = createHooks();
    const counts = countChats(hooks);
    const url = await hostile(({ id }, response, { method }) => {
      if (method !== 'POST') return void response.writeHead(405).end();
      // It answers every second client, and leaves the others waiting.
      if (counts.begun % 2 === 0) streamed(response, eventOf(resultOf(id as number)));
      else streamed(response);
    });
    for (let index = 0; index < 50; index += 1) {
      const client = await connect(sdk, url, hooks);
      const called = client.callTool(call).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      await client.close();
      await called;
    }
    await hooks.flush();
    expect(counts.begun).toBeGreaterThanOrEqual(100);
    expect(counts.ended).toBe(counts.begun);
  });
});
