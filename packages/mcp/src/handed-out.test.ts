import { createHooks } from '@interpose/core';
import { unwatched } from '@interpose/adapter-kit';
import { describe, expect, test } from 'vitest';

import { sdkVersions } from '../test/sdk-versions.ts';
import type { Transport } from '../test/sdk.ts';
// @boundaries-ignore shared by tests only
import { handedOut } from '../../testing/test/handed-out.ts';
import { withHooks } from './index.ts';

/** Returns a function that names a native transport which was hooked, unless its `send` is watched. */
const unhookedOf =
  (...natives: readonly object[]) =>
  (part: object): string | undefined => {
    if (!natives.includes(part)) return undefined;
    const send: unknown = Reflect.get(part, 'send');
    return unwatched(send) === send ? 'a transport' : undefined;
  };

describe.each(sdkVersions)('of MCP SDK $version', ({ sdk }) => {
  const pair = () => sdk.InMemoryTransport.createLinkedPair();
  const end = (kind: 'Client' | 'Server') =>
    new sdk[kind]({ name: 'app', version: '1' }, { capabilities: { tools: {} } });

  test.each(['client', 'server'] as const)('a connected %s hands out none', async (role) => {
    const [near, far] = pair();
    const [here, there] =
      role === 'client' ? [end('Client'), end('Server')] : [end('Server'), end('Client')];
    await Promise.all([here.connect(withHooks(near, createHooks(), { role })), there.connect(far)]);
    expect(handedOut(here, unhookedOf(near), { skip: [] })).toEqual([]);
    await here.close();
  });

  test.each<[string, () => Transport]>([
    ['in memory', () => pair()[0]],
    ['stdio', () => new sdk.StdioClientTransport({ command: 'none' })],
    ['streamable HTTP', () => new sdk.StreamableHTTPClientTransport(new URL('http://shop'))],
    ['SSE', () => new sdk.SSEClientTransport(new URL('http://shop'))],
    ['stdio of a server', () => new sdk.StdioServerTransport()],
    ['HTTP of a server', () => new sdk.StreamableHTTPServerTransport({})],
    ['SSE of a server', () => new sdk.SSEServerTransport('/', {} as never)],
  ])('a transport that is hooked twice hands out none as it was: %s', (_name, make) => {
    const native = make();
    const hooked = withHooks(withHooks(native, createHooks()), createHooks());
    expect(handedOut({ hooked }, unhookedOf(native), { skip: [] })).toEqual([]);
    expect(handedOut({ native }, unhookedOf(native), { skip: [] })).toEqual([]);
  });
});
