import { createHooks, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { probeSdks, type End } from '../census/probes/probe-sdks.ts';
import type { Transport } from '../test/sdk.ts';
import { withHooks } from './index.ts';

type WebTransport = Transport & {
  handleRequest(request: Request, options?: Dict): Promise<Response>;
};

/** What a handler of either major version gets beside the message. */
interface Beside {
  readonly http?: { readonly req?: Request };
  readonly requestInfo?: { readonly headers: Dict };
}

const versions = probeSdks.filter(
  ({ linkSdk }) => linkSdk.WebStandardStreamableHTTPServerTransport !== undefined,
);

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
  'mcp-param-card': '4111',
  'x-own': 'kept',
};
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'pay', arguments: { card: '4111' } },
};

/** Returns all that a handler can read of a request, beside the message, once these hooks let it pass. */
async function readBeside(
  sdk: (typeof versions)[number],
  hooks: Hooks,
  sent: Dict = call,
  copied: Record<string, string> = {},
): Promise<string> {
  const server: End = new sdk.Server(
    { name: 'shop', version: '1' },
    { capabilities: { tools: {}, resources: {} } },
  );
  let beside: Beside = {};
  server.fallbackRequestHandler = async (_: Dict, ...[given]: readonly unknown[]) => {
    beside = given as Beside;
    return { content: [], contents: [] };
  };
  const native: WebTransport = new sdk.linkSdk.WebStandardStreamableHTTPServerTransport!({});
  await server.connect(withHooks(native, hooks, { role: 'server' }));
  const request = {
    method: 'POST',
    headers: { ...HEADERS, ...copied },
    body: JSON.stringify(sent),
  };
  // An app that has parsed the body already leaves that of the request unread.
  const parsed = new Request('http://shop.example/mcp', request);
  const response = await native.handleRequest(parsed, { parsedBody: sent });
  await response.text();
  await server.close();
  const { req } = beside.http ?? {};
  return JSON.stringify([beside.requestInfo, req && [...req.headers], await req?.text()]);
}

/** Headers that a client of the protocol of 2026 copies from each request. */
const COPIED = { 'mcp-method': 'resources/read', 'mcp-name': 'file:///4111' };
const read = {
  jsonrpc: '2.0',
  id: 1,
  method: 'resources/read',
  params: { uri: 'file:///4111' },
};

describe.each(versions)('a server of MCP SDK $version', (sdk) => {
  test('gives its handlers nothing that was made from arguments which hooks changed', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) => ({
      message: { ...message, params: { name: 'pay', arguments: { card: 'none' } } },
    }));
    const beside = await readBeside(sdk, hooks);
    expect(beside).toContain('kept');
    expect(beside).not.toContain('4111');
  });

  test('gives its handlers no header that was copied from a request which hooks changed', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) => ({
      message: { ...message, method: 'tools/list', params: {} },
    }));
    const beside = await readBeside(sdk, hooks, read, COPIED);
    expect(beside).toContain('kept');
    expect(beside).not.toMatch(/resources.read|file:|4111/);
  });

  test('gives them the request as it came where hooks left it alone', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => undefined);
    expect(await readBeside(sdk, hooks)).toContain('"mcp-param-card');
  });
});
