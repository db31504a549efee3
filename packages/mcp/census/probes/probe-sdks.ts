import type { Dict } from '@interpose/core';

import type { HttpServerTransport, SseServerTransport, Transport } from '../../test/sdk.ts';

/** What the probes use of a client or a server, beside what their own methods send, in no more detail than they need: its own types take a compiler minutes. */
export interface End {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  request(request: Dict, schema: unknown, options?: Dict): Promise<Dict>;
  notification(notification: Dict, options?: Dict): Promise<void>;
  readonly transport?: Transport;
  fallbackRequestHandler?: (request: Dict) => Promise<Dict>;
  fallbackNotificationHandler?: (notification: Dict) => Promise<void>;
  onerror?: (error: Error) => void;
}

/** The transports of one version; version 2 has no server for Node's own requests, so those of version 1 stand in. */
export interface LinkSdk {
  readonly StdioClientTransport: new (command: Dict) => Transport;
  readonly StdioServerTransport: new (input: unknown, output: unknown) => Transport;
  readonly StreamableHTTPClientTransport: new (url: URL, options?: Dict) => Transport;
  readonly StreamableHTTPServerTransport: new (options: Dict) => HttpServerTransport;
  readonly WebStandardStreamableHTTPServerTransport?: new (
    options: Dict,
  ) => Transport & { handleRequest(request: Request): Promise<Response> };
  readonly SSEClientTransport: new (url: URL) => Transport;
  readonly SSEServerTransport: new (path: string, response: unknown) => SseServerTransport;
}

/** How an app fills a server of the comfortable kind. */
export interface Registering {
  readonly server: End;
  registerTool(name: string, config: Dict, run: (...given: unknown[]) => unknown): unknown;
  registerPrompt(name: string, config: Dict, run: (...given: unknown[]) => unknown): unknown;
  registerResource(name: string, uri: string, config: Dict, read: (uri: URL) => unknown): unknown;
}

/** What answers requests as the web has them. */
export interface WebHandler {
  fetch(request: Request): Promise<Response>;
}

/** One version of the SDK as the probes use it; version 2 is a package for each end. */
export interface ProbeSdk {
  readonly version: string;
  readonly Client: new (info: Dict, options: Dict) => End;
  readonly Server: new (info: Dict, options: Dict) => End;
  /** Version 2, and version 1 from 1.13 on, register tools by a method of this server. */
  readonly McpServer: new (info: Dict, options: Dict) => End & Registering;
  readonly InMemoryTransport: { createLinkedPair(): [Transport, Transport] };
  /** Serves the messages of 2026, which only version 2 knows; its name says stdio, and it takes any transport. */
  readonly serveStdio?: (make: () => End, options: { readonly transport: Transport }) => unknown;
  /** Serves them over HTTP, with a server and a transport for each request. */
  readonly createMcpHandler?: (make: () => End) => WebHandler;
  readonly linkSdk: LinkSdk;
  /** A schema that takes any result. */
  readonly anyResult: unknown;
}

/** Version 2 takes schemas of any library by their standard form. */
const standardSchema = {
  '~standard': { version: 1, vendor: 'probe', validate: (value: unknown) => ({ value }) },
};

/** The lowest and the highest supported version of each major. */
export const probeSdks: readonly ProbeSdk[] = [
  await load('1.10.0', [
    import('mcp-floor/client/sse.js'),
    import('mcp-floor/client/stdio.js'),
    import('mcp-floor/client/streamableHttp.js'),
    import('mcp-floor/server/sse.js'),
    import('mcp-floor/server/stdio.js'),
    import('mcp-floor/server/streamableHttp.js'),
    import('mcp-floor/client/index.js'),
    import('mcp-floor/server/index.js'),
    import('mcp-floor/server/mcp.js'),
    import('mcp-floor/inMemory.js'),
    import('mcp-floor/types.js'),
  ]),
  await load('1.32.2', [
    import('@modelcontextprotocol/sdk/client/sse.js'),
    import('@modelcontextprotocol/sdk/client/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/server/sse.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/inMemory.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]),
  await load('2.0.0', [
    import('@modelcontextprotocol/sdk/server/sse.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('mcp-client-floor/stdio'),
    import('mcp-client-floor'),
    import('mcp-server-floor'),
    import('mcp-server-floor/stdio'),
  ]),
  await load('2.4.0', [
    import('@modelcontextprotocol/sdk/server/sse.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/client/stdio'),
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]),
];

async function load(version: string, modules: readonly Promise<unknown>[]): Promise<ProbeSdk> {
  const exported = Object.assign({}, ...(await Promise.all(modules))) as ProbeSdk &
    LinkSdk & { readonly ResultSchema?: unknown };
  const anyResult = version.startsWith('1.') ? exported.ResultSchema : standardSchema;
  return { ...exported, version, anyResult, linkSdk: exported };
}
