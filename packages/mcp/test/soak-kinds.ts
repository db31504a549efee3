import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Hooks } from '@interpose/core';
import type { FuzzApp, FuzzKind } from '@interpose/testing/fuzz';

import { withHooks } from '../src/index.ts';
import { loadSdk } from './load-sdk.ts';
import type { Client, Server, Transport } from './sdk.ts';

const sdk = await loadSdk('@modelcontextprotocol/sdk');

/** A client and a server that call tools, in memory and over streamable HTTP, with hooks at one of them. */
export const kinds: readonly FuzzKind[] = (['client', 'server'] as const).map((hooked) => ({
  name: hooked,
  entries: [],
  events: ['preMcpMessage', 'onMcpMessage'],
  modes: ['plain', 'streamed'],
  tools: ['async', 'sync'],
  open: (app) => () => callTools(app, hooked),
}));

/** A server to connect to, and how to stop it. */
interface Served {
  readonly near: Transport;
  readonly close: () => Promise<void>;
}

/** Calls tools as often as the model in memory wants; what is under way is cut off where the app left early. */
async function callTools(app: FuzzApp, hooked: 'client' | 'server'): Promise<unknown> {
  const hook = (transport: Transport, here: 'client' | 'server'): Transport =>
    here === hooked ? withHooks(transport, app.hooks as Hooks, { server: 'soak' }) : transport;
  const serve = app.mode === 'plain' ? serveInMemory : serveHttp;
  const { near, close } = await serve(app, (far) => hook(far, 'server'));
  const client = new sdk.Client({ name: 'app', version: '1.0.0' }, { capabilities: {} });
  try {
    await client.connect(hook(near, 'client'));
    return await app.read(answersOf(client, app));
  } catch (error) {
    return error;
  } finally {
    await client.close();
    await close();
  }
}

async function* answersOf(client: Client, app: FuzzApp): AsyncGenerator<unknown, void> {
  yield await client.listTools();
  for (let calls = 0; calls < 4; calls += 1) {
    const { calls: wanted } = await app.answer(undefined);
    const [call] = wanted;
    if (call === undefined) return;
    const asked = { name: call.name, arguments: { secret: app.prompt } };
    const options = app.signal === undefined ? {} : { signal: app.signal };
    const calling = client.callTool(asked, undefined, options).catch((error: unknown) => error);
    // An app that leaves does not wait for the answer: the connection closes over it.
    yield app.stops ? call.name : await calling;
  }
}

async function serveInMemory(app: FuzzApp, hook: (far: Transport) => Transport): Promise<Served> {
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  await toolServer(app).connect(hook(far));
  return { near, close: async () => undefined };
}

async function serveHttp(app: FuzzApp, hook: (far: Transport) => Transport): Promise<Served> {
  const transport = new sdk.StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const server = toolServer(app);
  await server.connect(hook(transport));
  const http = createServer((request: IncomingMessage, response: ServerResponse) => {
    transport.handleRequest(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    near: new sdk.StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)),
    async close() {
      await server.close();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };
}

function toolServer({ tools }: FuzzApp): Server {
  const info = { name: 'soak', version: '1.0.0' };
  const server = new sdk.Server(info, { capabilities: { tools: {} } });
  const inputSchema = { type: 'object' };
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
    tools: tools.map(({ name }) => ({ name, inputSchema })),
  }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params['name']);
    const told = await tool?.run(params['arguments']);
    return { content: [{ type: 'text', text: JSON.stringify(told) }] };
  });
  return server;
}
