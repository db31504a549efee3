import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Dict } from '@interpose/core';
import type { McpTransport } from '../src/index.ts';

/** A transport as the tests use it. */
export interface Transport extends McpTransport {
  send(message: Dict | readonly Dict[], options?: Dict): Promise<void>;
  onmessage?: (message: Dict, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly sessionId?: string;
  setProtocolVersion?(version: string): void;
}

/** What the tests call on both ends. */
interface Protocol {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  request(request: Dict, schema: unknown, options?: Dict): Promise<Dict>;
  notification(notification: Dict): Promise<void>;
  setRequestHandler(
    schema: unknown,
    handle: (request: { readonly params: Dict }, extra: RequestExtra) => unknown,
  ): void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
}

/** What a handler gets beside the request. */
export interface RequestExtra {
  readonly signal: AbortSignal;
  sendNotification(notification: Dict): Promise<void>;
  sendRequest(request: Dict, schema: unknown): Promise<Dict>;
}

/** A client of the SDK. */
export interface Client extends Protocol {
  callTool(call: Dict, schema?: undefined, options?: Dict): Promise<Dict>;
  listTools(params?: Dict): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  ping(): Promise<unknown>;
}

/** A server of the SDK. */
export interface Server extends Protocol {
  createMessage(params: Dict): Promise<Dict>;
  listRoots(): Promise<Dict>;
}

/** A server's transport that takes requests of Node. */
export interface HttpServerTransport extends Transport {
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The older server's transport for server-sent events. */
export interface SseServerTransport extends Transport {
  readonly sessionId: string;
  handlePostMessage(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** What the tests use of the MCP SDK, in no more detail than they need: its own types take a compiler minutes. */
export interface Sdk {
  readonly Client: new (info: Dict, options: Dict) => Client;
  readonly Server: new (info: Dict, options: Dict) => Server;
  readonly InMemoryTransport: { createLinkedPair(): [Transport, Transport] };
  readonly StdioClientTransport: new (command: Dict) => Transport;
  readonly StdioServerTransport: new () => Transport;
  readonly StreamableHTTPClientTransport: new (url: URL, options?: Dict) => Transport;
  readonly StreamableHTTPServerTransport: new (options: Dict) => HttpServerTransport;
  readonly SSEClientTransport: new (url: URL) => Transport;
  readonly SSEServerTransport: new (path: string, response: ServerResponse) => SseServerTransport;
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
  readonly CreateMessageRequestSchema: unknown;
  readonly ListRootsRequestSchema: unknown;
  readonly EmptyResultSchema: unknown;
  readonly ResultSchema: unknown;
}
