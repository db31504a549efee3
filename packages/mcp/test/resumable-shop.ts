import { randomUUID } from 'node:crypto';

import { openEventProxy, type EventProxy, type Tamper } from '@interpose/faulty-servers';
import type { Dict, Hooks } from '@interpose/core';

import { withHooks } from '../src/index.ts';
import { noteOf } from './hooked-wire.ts';
import type { Client, HttpServerTransport, Sdk, Server, Transport } from './sdk.ts';
import { listen } from './serve-shop.ts';

/** Whose messages pass whose hooks, and what a proxy does to the events between them. */
export interface ResumableOptions {
  readonly clientHooks: Hooks;
  readonly serverHooks: Hooks;
  readonly tamper: Tamper;
  /** What the tool `tell` does with its server. */
  readonly tell: (say: (text: string) => Promise<void>, server: Server) => Promise<void>;
}

/** A client of a server that keeps its events, with what was handed to it. */
export interface ResumableShop {
  readonly client: Client;
  readonly server: () => Server;
  /** Every message that the client was handed, in order. */
  readonly heard: Dict[];
  /** What the server kept, for whoever asks for it again. */
  readonly kept: readonly Dict[];
  readonly proxy: EventProxy;
  readonly close: () => Promise<void>;
}

/** A real client and a real server of streamable HTTP that resumes its streams, with a proxy between them. */
export async function openResumable(sdk: Sdk, options: ResumableOptions): Promise<ResumableShop> {
  const { clientHooks, serverHooks, tamper, tell } = options;
  const kept: KeptEvent[] = [];
  const open: { server?: Server; transport?: HttpServerTransport } = {};
  const served = await listen(async (request, response) => {
    if (open.transport === undefined) {
      open.transport = new sdk.StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        eventStore: keepingIn(kept),
      });
      open.server = tellingServer(sdk, tell);
      await open.server.connect(withHooks(open.transport, serverHooks, { role: 'server' }));
    }
    await open.transport.handleRequest(request, response);
  });
  const proxy = await openEventProxy(served.url.href, tamper);
  const { client, heard } = await hearingClient(sdk, new URL('/mcp', proxy.url), clientHooks);
  return {
    client,
    heard,
    proxy,
    server: () => open.server!,
    get kept() {
      return kept.map(({ message }) => message);
    },
    async close() {
      await client.close();
      await proxy.close();
      await open.transport?.close?.();
      await served.close();
    },
  };
}

async function hearingClient(
  sdk: Sdk,
  url: URL,
  hooks: Hooks,
): Promise<{ readonly client: Client; readonly heard: Dict[] }> {
  const reconnectionOptions = {
    maxReconnectionDelay: 1,
    initialReconnectionDelay: 1,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 9,
  };
  const native = new sdk.StreamableHTTPClientTransport(url, { reconnectionOptions });
  const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: { sampling: {} } });
  client.onerror = () => undefined;
  const transport: Transport = withHooks(native, hooks, { server: 'shop' });
  await client.connect(transport);
  const heard: Dict[] = [];
  const read = transport.onmessage!;
  transport.onmessage = (message, extra) => {
    heard.push(message);
    read(message, extra);
  };
  return { client, heard };
}

/** A server with one tool, which says things while it runs. */
function tellingServer(sdk: Sdk, tell: ResumableOptions['tell']): Server {
  const server = new sdk.Server(
    { name: 'shop', version: '1' },
    { capabilities: { tools: {}, logging: {} } },
  );
  server.onerror = () => undefined;
  server.setRequestHandler(sdk.CallToolRequestSchema, async (_, extra) => {
    await tell((text) => extra.sendNotification(saidAs(text)), server);
    return { content: [{ type: 'text', text: 'all told' }] };
  });
  return server;
}

/** A message of the server's log. */
export function saidAs(data: string): Dict {
  const { method, params } = noteOf('notifications/message', { level: 'info', data });
  return { method, params };
}

interface KeptEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: Dict;
}

/** What the SDK asks of a store of events; the ids have no order that anybody could guess. */
function keepingIn(kept: KeptEvent[]): Dict {
  return {
    async storeEvent(streamId: string, message: Dict): Promise<string> {
      const id = randomUUID();
      kept.push({ id, streamId, message });
      return id;
    },
    async replayEventsAfter(
      after: string,
      { send }: { readonly send: (id: string, message: Dict) => Promise<void> },
    ): Promise<string> {
      const from = kept.findIndex(({ id }) => id === after);
      const { streamId } = kept[from]!;
      // The last entry of a stream may be the mark of its beginning, which is no message.
      for (const event of kept.slice(from + 1))
        if (event.streamId === streamId && 'jsonrpc' in event.message)
          await send(event.id, event.message);
      return streamId;
    },
  };
}
