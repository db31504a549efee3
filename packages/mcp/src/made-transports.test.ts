import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import type { End } from '../census/probes/probe-sdks.ts';
import type { Transport } from '../test/sdk.ts';
import { withHooks } from './index.ts';

/** The part of version 2 that the test uses: a server that makes a transport for every request. */
interface WebServer {
  readonly createMcpHandler: (make: () => End) => { fetch(request: Request): Promise<Response> };
  readonly Server: new (info: object, options: object) => End;
}

// Imported without its types, which take a compiler minutes.
const floor = (await import('mcp-server-floor')) as unknown as WebServer;
// The same holds for the newest.
const latest = (await import('@modelcontextprotocol/server')) as unknown as WebServer;
const versions = [
  ['2.0.0', floor],
  ['2.4.0', latest],
] as const;

function requestOf(name: string): Request {
  const method = 'tools/call';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'app', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return new Request('http://shop.example/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { name, _meta: meta } }),
  });
}

describe.each(versions)('createMcpHandler of MCP SDK %s', (_, { createMcpHandler, Server }) => {
  test('is hooked where the server it is given hooks what it is connected to', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('refund') ? deny('closed') : undefined,
    );
    hooks.addHook('preMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('secret') ? deny('not for them') : undefined,
    );
    const called: unknown[] = [];
    const handler = createMcpHandler(() => {
      const server = new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
      server.fallbackRequestHandler = async ({ params }) => {
        const { name } = params as { readonly name: string };
        called.push(name);
        return { content: [{ type: 'text', text: name === 'price' ? 'a secret' : 'open' }] };
      };
      const connect = server.connect.bind(server);
      server.connect = (transport: Transport) =>
        connect(withHooks(transport, hooks, { server: 'shop', role: 'server' }));
      return server;
    });
    const answers: string[] = [];
    for (const name of ['hours', 'refund', 'price'])
      answers.push(await (await handler.fetch(requestOf(name))).text());
    expect(called).toEqual(['hours', 'price']);
    expect(answers[0]).toContain('open');
    expect(answers[1]).toContain('Blocked by policy.');
    expect(answers[2]).toContain('Blocked by policy.');
    expect(answers.join()).not.toContain('secret');
  });
});
