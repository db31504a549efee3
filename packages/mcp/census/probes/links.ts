import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { canaries } from '@interpose/testing/probes';

import type { SseServerTransport, Transport } from '../../test/sdk.ts';
import type { ProbeSdk } from './probe-sdks.ts';
import { carried } from './wire-modes.ts';

/** Two ends of one real connection; the far one is served as soon as it is there. */
export type Link = (
  sdk: ProbeSdk,
  serve: (far: Transport) => Promise<void>,
) => Promise<{ readonly near: Transport; readonly close: () => Promise<void> }>;

const nothing = async (): Promise<void> => undefined;

/** Every kind of connection that the SDK has transports for. */
export const links: Readonly<Record<string, Link>> = {
  'server on standard streams': async ({ linkSdk: { StdioServerTransport } }, serve) => {
    const there = new PassThrough();
    const back = new PassThrough();
    await serve(new StdioServerTransport(there, back));
    // The protocol on the streams is the same from both sides.
    return { near: new StdioServerTransport(back, there), close: nothing };
  },
  'client on standard streams': async ({ linkSdk: { StdioClientTransport } }) => {
    const program = join(import.meta.dirname, 'canary-process.ts');
    const args = [program, canaries[carried.answer]];
    return {
      near: new StdioClientTransport({ command: process.execPath, args }),
      close: nothing,
    };
  },
  'streamable HTTP': async ({ linkSdk }, serve) => {
    const far = new linkSdk.StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    await serve(far);
    const { url, close } = await listen((request, response) =>
      far.handleRequest(request, response),
    );
    return { near: new linkSdk.StreamableHTTPClientTransport(url), close };
  },
  'server of web requests': async ({ linkSdk }, serve) => {
    const far = new linkSdk.WebStandardStreamableHTTPServerTransport!({
      sessionIdGenerator: randomUUID,
    });
    await serve(far);
    // The server is called as a function, where a network would be.
    const fetch = (url: URL, options: RequestInit): Promise<Response> =>
      far.handleRequest(new Request(url, options));
    const url = new URL('http://probe.example/mcp');
    return {
      near: new linkSdk.StreamableHTTPClientTransport(url, { fetch }),
      close: nothing,
    };
  },
  'server-sent events': async ({ linkSdk }, serve) => {
    const sessions = new Map<string, SseServerTransport>();
    const { url, close } = await listen(async (request, response) => {
      const id = new URL(request.url!, 'http://localhost').searchParams.get('sessionId');
      if (id !== null) return sessions.get(id)!.handlePostMessage(request, response);
      const far = new linkSdk.SSEServerTransport('/messages', response);
      sessions.set(far.sessionId, far);
      await serve(far);
    });
    return { near: new linkSdk.SSEClientTransport(url), close };
  },
};

/** The connections that this version of the SDK has; hooks at the server need one in this process. */
export function hasLink(name: string, { linkSdk }: ProbeSdk): boolean {
  return (
    name !== 'server of web requests' ||
    linkSdk.WebStandardStreamableHTTPServerTransport !== undefined
  );
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ readonly url: URL; readonly close: () => Promise<void> }> {
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
