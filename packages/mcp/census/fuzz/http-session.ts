import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import type { Dict } from '@interpose/core';
import type { WireApp, WireSide } from '@interpose/testing/fuzz';

import type { Transport } from '../../test/sdk.ts';
import type { LinkSdk, WebHandler } from '../probes/probe-sdks.ts';

/** A server of one session on loopback. */
export interface HttpSession {
  readonly url: URL;
  readonly transport: Transport;
  /** Comes once the client reads what the server says of itself, or will not. */
  readonly listening: () => Promise<void>;
  readonly listens: () => boolean;
  /** Breaks every stream that is open. */
  readonly lose: () => void;
  /** Sends a body by hand and returns all that comes back. */
  readonly post: (body: unknown) => Promise<unknown>;
  /** Ends the session by hand, as a client does that is done. */
  readonly remove: () => Promise<unknown>;
  /** Comes once that was done: a server of the floor then answers nobody, whatever it was asked before, hooked or not. */
  readonly over: Promise<void>;
  /** Reads for a moment what the server keeps for who lost a stream. */
  readonly replay: (last: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const sessionId = 'session';

/** Serves one session; `keeps` is the end that may read what is kept for a stream that broke. */
export async function serveHttp(
  sdk: LinkSdk,
  app: WireApp,
  keeps: WireSide | undefined,
): Promise<HttpSession> {
  const { transport, handle } = served(sdk, app, keeps);
  const open = new Set<ServerResponse>();
  const reading = Promise.withResolvers<void>();
  let listens = false;
  const over = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    open.add(response.once('close', () => open.delete(response)));
    if (sdk.WebStandardStreamableHTTPServerTransport === undefined) response.on('error', forgive);
    void handle(request, response);
    if (request.method !== 'GET') return;
    listens = true;
    setImmediate(reading.resolve);
  });
  const url = await listening(server);
  return {
    url,
    transport,
    listening: () => atMost(100, reading.promise),
    listens: () => listens,
    lose() {
      for (const response of open) if (response.headersSent) response.destroy();
    },
    post: (body) => said(url, { method: 'POST', body: JSON.stringify(body) }, {}, 500),
    remove() {
      over.resolve();
      return said(url, { method: 'DELETE' }, {}, 500);
    },
    over: over.promise,
    replay: (last) => said(url, { method: 'GET' }, { 'last-event-id': last }, 20),
    close: () => closed(server),
  };
}

/** A server of the floor may write an event that it keeps to a stream that it has just ended, hooked or not. */
function forgive(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_WRITE_AFTER_END') throw error;
}

interface Served {
  readonly transport: Transport;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

function served(sdk: LinkSdk, app: WireApp, keeps: WireSide | undefined): Served {
  const options = {
    sessionIdGenerator: () => sessionId,
    enableJsonResponse: app.has('answers as JSON'),
    ...(app.has('resumable') ? { eventStore: eventStore(app, keeps) } : undefined),
  };
  return app.has('web requests') ? ofWeb(sdk, options) : ofNode(sdk, options);
}

function ofNode({ StreamableHTTPServerTransport }: LinkSdk, options: Dict): Served {
  const transport = new StreamableHTTPServerTransport(options);
  return { transport, handle: (request, response) => transport.handleRequest(request, response) };
}

function ofWeb(sdk: LinkSdk, options: Dict): Served {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport!(options);
  return {
    transport,
    handle: async (request, response) =>
      answer(response, await transport.handleRequest(webRequest(request))),
  };
}

function answer(response: ServerResponse, { status, headers, body }: Response): void {
  response.writeHead(status, Object.fromEntries(headers));
  response.flushHeaders();
  if (body === null) return void response.end();
  const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  response.once('close', () => stream.destroy());
  stream.once('error', () => response.destroy()).pipe(response);
}

/** Serves what answers requests as the web has them. */
export async function serveWeb(
  handler: WebHandler,
): Promise<{ readonly url: URL; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void handler.fetch(webRequest(request)).then((given) => answer(response, given));
  });
  return { url: await listening(server), close: () => closed(server) };
}

async function listening(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

function webRequest(request: IncomingMessage): Request {
  const { method = 'GET', headers } = request;
  const body = method === 'POST' ? Readable.toWeb(request) : null;
  const init = { method, headers: headers as Record<string, string>, body, duplex: 'half' };
  return new Request(`http://${headers.host}${request.url}`, init as RequestInit);
}

/** Keeps all that was said in its order; the id of an event is its number. */
function eventStore(app: WireApp, keeps: WireSide | undefined): Dict {
  const events: { readonly stream: string; readonly message: unknown }[] = [];
  return {
    async storeEvent(stream: string, message: unknown) {
      if (keeps !== undefined) app.arrived(keeps, { kept: message });
      return String(events.push({ stream, message }));
    },
    getStreamIdForEventId: async (id: string) => events[Number(id) - 1]?.stream,
    async replayEventsAfter(id: string, { send }: Replaying) {
      const from = Number(id);
      const stream = events[from - 1]?.stream ?? '';
      for (const [at, event] of [...events.entries()].slice(from))
        if (event.stream === stream) await send(String(at + 1), event.message);
      return stream;
    },
  };
}

interface Replaying {
  readonly send: (id: string, message: unknown) => Promise<void>;
}

/** All that comes back until the server ends it, or within so many milliseconds. */
async function said(
  url: URL,
  init: RequestInit,
  more: Readonly<Record<string, string>>,
  milliseconds: number,
): Promise<unknown> {
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(), milliseconds);
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-session-id': sessionId,
    ...more,
  };
  let text = '';
  try {
    const response = await fetch(url, { ...init, headers, signal: controller.signal });
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // It was broken off, by either side.
  }
  clearTimeout(late);
  return text;
}

/** Comes with this, or after so many milliseconds. */
export async function atMost(milliseconds: number, until: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([until, late.promise]);
  clearTimeout(timer);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
}
