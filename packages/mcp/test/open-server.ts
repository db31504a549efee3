import type { Hooks } from '@interpose/core';
import { withHooks } from '../src/index.ts';
import type { SdkVersion } from './sdk-versions.ts';
import type { Client, Transport } from './sdk.ts';
import { serveHttp, serveSse } from './serve-shop.ts';
import { shopServer } from './shop-server.ts';

/** A plain client of a shop whose own transport is hooked. */
export interface OpenServer {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** The SDK's server transports that a test can hook in its own process. */
export const serverTransports = ['in memory', 'streamable HTTP', 'SSE'] as const;

/** Connects a plain client to a shop whose transport is hooked. */
export async function openServer(
  { sdk }: SdkVersion,
  name: (typeof serverTransports)[number],
  hooks: Hooks,
): Promise<OpenServer> {
  const wrap = (transport: Transport): Transport =>
    withHooks(transport, hooks, { server: 'shop', role: 'server' });
  const client = new sdk.Client(
    { name: 'app', version: '1.0.0' },
    { capabilities: { sampling: {} } },
  );
  client.setRequestHandler(sdk.CreateMessageRequestSchema, () => ({
    model: 'small',
    role: 'assistant',
    content: { type: 'text', text: 'sampled' },
  }));
  if (name === 'in memory') {
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    await shopServer(sdk).connect(wrap(far));
    await client.connect(near);
    return { client, close: () => client.close() };
  }
  const { url, close } = await (name === 'SSE' ? serveSse : serveHttp)(sdk, wrap);
  await client.connect(
    name === 'SSE' ? new sdk.SSEClientTransport(url) : new sdk.StreamableHTTPClientTransport(url),
  );
  return {
    client,
    async close() {
      await client.close();
      await close();
    },
  };
}
