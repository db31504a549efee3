import { join } from 'node:path';

import type { Hooks } from '@interpose/core';
import { withHooks, type WithHooksOptions } from '../src/index.ts';
import type { SdkName } from './load-sdk.ts';
import type { SdkVersion } from './sdk-versions.ts';
import type { Client, Transport } from './sdk.ts';
import { serveHttp, serveSse } from './serve-shop.ts';
import { shopServer } from './shop-server.ts';

/** A client that is connected to a real shop through a hooked transport. */
export interface OpenClient {
  readonly client: Client;
  readonly transport: Transport;
  readonly errors: Error[];
  readonly close: () => Promise<void>;
}

/** Every client transport of the SDK. */
export const transports = ['in memory', 'stdio', 'streamable HTTP', 'SSE'] as const;

/** One of the SDK's client transports. */
export type TransportName = (typeof transports)[number];

/** What Node runs to have a shop on its standard streams. */
export function shopProcess(sdkName: SdkName, ...more: readonly string[]): readonly string[] {
  const program = join(import.meta.dirname, 'shop-process.ts');
  return ['--conditions=@interpose/source', program, sdkName, ...more];
}

/** Connects a client that can sample, over one of the SDK's transports. */
export async function openClient(
  version: SdkVersion,
  name: TransportName,
  hooks: Hooks,
  options: WithHooksOptions = { server: 'shop' },
): Promise<OpenClient> {
  const { sdk } = version;
  const { native, close } = await openTransport(version, name);
  const client = new sdk.Client(
    { name: 'app', version: '1.0.0' },
    { capabilities: { sampling: {}, roots: {} } },
  );
  client.setRequestHandler(sdk.CreateMessageRequestSchema, () => ({
    model: 'small',
    role: 'assistant',
    content: { type: 'text', text: 'sampled' },
  }));
  client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({ roots: [] }));
  const errors: Error[] = [];
  client.onerror = (error) => void errors.push(error);
  const transport = withHooks(native, hooks, options);
  await client.connect(transport).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    client,
    transport,
    errors,
    async close() {
      await client.close();
      await close();
    },
  };
}

async function openTransport(
  { sdk, name: sdkName }: SdkVersion,
  name: TransportName,
): Promise<{ readonly native: Transport; readonly close: () => Promise<void> }> {
  switch (name) {
    case 'in memory': {
      const [near, far] = sdk.InMemoryTransport.createLinkedPair();
      await shopServer(sdk).connect(far);
      return { native: near, close: async () => undefined };
    }
    case 'stdio': {
      const args = shopProcess(sdkName);
      const native = new sdk.StdioClientTransport({ command: process.execPath, args });
      return { native, close: async () => undefined };
    }
    case 'streamable HTTP': {
      const { url, close } = await serveHttp(sdk);
      return { native: new sdk.StreamableHTTPClientTransport(url), close };
    }
    case 'SSE': {
      const { url, close } = await serveSse(sdk);
      return { native: new sdk.SSEClientTransport(url), close };
    }
  }
}
