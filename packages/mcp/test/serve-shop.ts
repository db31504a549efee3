import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { HttpServerTransport, Sdk, SseServerTransport, Transport } from './sdk.ts';
import { shopServer } from './shop-server.ts';

/** A shop over HTTP, and how to stop it. */
export interface ServedShop {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** Serves the shop over streamable HTTP; `wrap` gets each server transport before it is connected. */
export async function serveHttp(
  sdk: Sdk,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): Promise<ServedShop> {
  const sessions = new Map<string, HttpServerTransport>();
  return listen(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return known.handleRequest(request, response);
    const transport: HttpServerTransport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id: string) => void sessions.set(id, transport),
    });
    await shopServer(sdk).connect(wrap(transport));
    await transport.handleRequest(request, response);
  });
}

/** Serves the shop over server-sent events. */
export async function serveSse(
  sdk: Sdk,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): Promise<ServedShop> {
  const sessions = new Map<string, SseServerTransport>();
  return listen(async (request, response) => {
    const id = new URL(request.url!, 'http://localhost').searchParams.get('sessionId');
    if (id !== null) return sessions.get(id)!.handlePostMessage(request, response);
    const transport = new sdk.SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    await shopServer(sdk).connect(wrap(transport));
  });
}

/** Serves HTTP on a free port of this machine. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<ServedShop> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
