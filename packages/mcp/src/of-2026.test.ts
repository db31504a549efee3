import { createHooks, deny, type Dict } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { probeSdks, type End, type ProbeSdk } from '../census/probes/probe-sdks.ts';
import { hookedWire, settled } from '../test/hooked-wire.ts';
import type { Transport } from '../test/sdk.ts';
import { withHooks } from './index.ts';

const versions = probeSdks.filter(({ serveStdio }) => serveStdio !== undefined);

let ends: readonly End[] = [];

afterEach(async () => {
  for (const end of ends) await end.close();
  ends = [];
});

/** Returns a client and a server that agree on the protocol of 2026, with these hooks at the client. */
async function connect(sdk: ProbeSdk, wrap: (transport: Transport) => Transport): Promise<End> {
  const server = new sdk.Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
  server.fallbackRequestHandler = async () => ({ tools: [] });
  const negotiation = { versionNegotiation: { mode: 'auto' } };
  const client = new sdk.Client(
    { name: 'app', version: '1' },
    { capabilities: {}, ...negotiation },
  );
  ends = [client, server];
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  sdk.serveStdio?.(() => server, { transport: far });
  await client.connect(wrap(near));
  return client;
}

describe.each(versions)('the protocol of 2026 in MCP SDK $version', (sdk) => {
  test('a server is told of when it answers who it is, with its name', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.observe('onInventoryChange', ({ component }) => void seen.push(component));
    await connect(sdk, (transport) => withHooks(transport, hooks, { server: 'shop' }));
    const metadata = { serverInfo: { name: 'shop', version: '1' } };
    expect(seen).toMatchObject([{ kind: 'mcp', name: 'shop', metadata }]);
  });

  test('a client cannot connect to a denied server', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', ({ component }) =>
      component.kind === 'mcp' ? deny('a stranger') : undefined,
    );
    const connected = connect(sdk, (transport) => withHooks(transport, hooks, { server: 'shop' }));
    // The client takes the refused server for one from before 2026, and asks it in the older way.
    await expect(connected).rejects.toThrow('Method not found');
  });
});

/** A server of the newest SDK on its standard streams. */
const program = `
  import { Server } from '@modelcontextprotocol/server';
  import { serveStdio } from '@modelcontextprotocol/server/stdio';
  serveStdio(() => new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } }));
`;

describe.each(versions)('over standard streams, in MCP SDK $version', (sdk) => {
  test.each([{}, { require: 'enforced' }] as const)(
    'what a client asks on one more transport of the class passes the hooks, with %o',
    async (options) => {
      const hooks = createHooks();
      const seen: unknown[] = [];
      hooks.observe('preMcpMessage', ({ message: { method } }) => void seen.push(method));
      hooks.addHook('onInventoryChange', ({ component }) =>
        component.kind === 'mcp' ? deny('a stranger') : undefined,
      );
      const native = new sdk.linkSdk.StdioClientTransport({
        command: process.execPath,
        args: ['--input-type=module', '-e', program],
        cwd: new URL('..', import.meta.url).pathname,
      });
      const transport = withHooks(native, hooks, { server: 'shop', ...options });
      const client = new sdk.Client(
        { name: 'app', version: '1' },
        { capabilities: {}, versionNegotiation: { mode: 'auto' } },
      );
      ends = [client];
      await expect(client.connect(transport)).rejects.toThrow(Error);
      expect(seen[0]).toBe('server/discover');
      expect(transport).toBeInstanceOf(transport.constructor);
    },
  );
});

test('closing the stream that a request has for itself ends its chat, since nothing else tells of it', async () => {
  const hooks = createHooks();
  const aborts = vi.fn<() => void>();
  hooks.observe('onChatAbort', aborts);
  const { wire, send } = hookedWire(hooks);
  Object.assign(wire, { hasPerRequestStream: true });
  const controller = new AbortController();
  const request: Dict = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } };
  await send(request, { requestSignal: controller.signal });
  await settled();
  expect(aborts).not.toHaveBeenCalled();
  controller.abort('changed my mind');
  await vi.waitFor(() => expect(aborts).toHaveBeenCalledOnce());
});
