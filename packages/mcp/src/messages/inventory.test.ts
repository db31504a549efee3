import { createHooks, deny, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { callOf, hookedWire, resultOf, settled } from '../../test/hooked-wire.ts';
import { openClient, type OpenClient } from '../../test/open-client.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { arrived, page } from '../../test/tool-pages.ts';

let open: OpenClient | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** Returns hooks that deny the components of these names, and a log of what they are shown. */
function inventory(...denied: readonly string[]): {
  readonly hooks: Hooks;
  readonly log: string[];
} {
  const hooks = createHooks();
  const log: string[] = [];
  hooks.addHook('onInventoryChange', ({ change, component: { kind, name } }) => {
    log.push(`${change} ${kind}:${name}`);
    return denied.includes(name) ? deny('not approved') : undefined;
  });
  return { hooks, log };
}

describe.each(sdkVersions)('the inventory of a server on MCP SDK $version', (version) => {
  test('is told at first sight; a denied tool is neither listed nor called', async () => {
    const { hooks, log } = inventory('slow');
    open = await openClient(version, 'in memory', hooks, { server: 'shop', session: { id: 's' } });
    for (let n = 0; n < 2; n++) {
      const { tools } = await open.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['lookup', 'sample', 'roots']);
    }
    expect(log).toEqual([
      ...['added mcp:shop', 'added tool:lookup', 'added tool:sample'],
      ...['added tool:slow', 'added tool:roots'],
    ]);
    await expect(open.client.callTool({ name: 'slow' })).rejects.toThrow('tool_absent');
    await expect(open.client.callTool({ name: 'lookup' })).resolves.toBeDefined();
  });

  test('has no server in it that was denied: the client cannot connect', async () => {
    const { hooks } = inventory('shop');
    await expect(openClient(version, 'in memory', hooks)).rejects.toThrow('server_absent');
  });
});

describe('a list of tools', () => {
  test('in pages is one list: nothing is removed before its end', async () => {
    const { hooks, log } = inventory();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['a', 'b'], undefined, '2');
    await page(hooked, 2, ['c'], '2');
    expect(log).toEqual(['added tool:a', 'added tool:b', 'added tool:c']);
    await page(hooked, 3, ['a'], undefined, '2');
    await page(hooked, 4, ['c'], '2');
    expect(log.slice(3)).toEqual(['removed tool:b']);
  });

  test('that is read twice at once removes nothing', async () => {
    const { hooks, log } = inventory();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['a', 'b'], undefined, '2');
    await page(hooked, 2, ['a', 'b'], undefined, '2');
    await page(hooked, 3, ['c'], '2');
    await page(hooked, 4, ['c'], '2');
    expect(log).toEqual(['added tool:a', 'added tool:b', 'added tool:c']);
  });

  test('comes as it was when nothing in it was denied', async () => {
    const { hooks } = inventory();
    const { wire, heard } = hookedWire(hooks);
    const list = { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a' }] } };
    wire.say(list);
    await arrived(heard, 1);
    expect(heard[0]).toBe(list);
  });

  test('cannot be hidden behind what a server says of itself', async () => {
    const { hooks, log } = inventory('b');
    const { wire, heard, send } = hookedWire(hooks);
    const tools = [{ name: 'a' }, { name: 'b' }];
    await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    wire.say({ jsonrpc: '2.0', id: '01', result: { serverInfo: {}, tools } });
    wire.say({ jsonrpc: '2.0', id: 7, result: { serverInfo: {}, tools } });
    await arrived(heard, 2);
    for (const one of heard) expect(one).toMatchObject({ result: { tools: [{ name: 'a' }] } });
    expect(log).toContain('added mcp:shop');
  });

  test('is what answers tools/list, and not what another answer calls tools', async () => {
    const { hooks, log } = inventory('b');
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    const answer = { jsonrpc: '2.0', id: 1, result: { content: [], tools: ['a', { name: 'b' }] } };
    wire.say(answer);
    await settled();
    expect(heard[0]).toBe(answer);
    expect(log).toEqual(['added tool:lookup']);
  });

  test('shows policies the description and the schema, and where the tool comes from', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('onInventoryChange', ({ component }) => void seen.push(component));
    await page(hookedWire(hooks), 1, ['a']);
    const metadata = { description: 'about a', origin: 'mcp', server: 'shop' };
    expect(seen).toEqual([{ kind: 'tool', name: 'a', metadata }]);
  });

  test('that a policy supplied is gated as well', async () => {
    const { hooks } = inventory('b');
    hooks.addHook('preMcpMessage', () => ({
      reply: { result: { tools: [{ name: 'a' }, { name: 'b' }] } },
    }));
    const { heard, send } = hookedWire(hooks);
    await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await arrived(heard, 1);
    expect(heard).toMatchObject([{ id: 1, result: { tools: [{ name: 'a' }] } }]);
  });

  test('of a server of your own leaves without what was denied, which cannot be called', async () => {
    const { hooks, log } = inventory('b');
    const { wire, heard, send } = hookedWire(hooks, { server: 'mine', role: 'server' });
    wire.say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await arrived(heard, 1);
    await send({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a' }, { name: 'b' }] } });
    wire.say(callOf(2, 'b'));
    wire.say(callOf(3, 'a'));
    await settled();
    expect(log).toEqual(['added tool:a', 'added tool:b']);
    expect(wire.out).toMatchObject([
      { id: 1, result: { tools: [{ name: 'a' }] } },
      { id: 2, error: { data: { code: 'tool_absent' } } },
    ]);
    expect(heard.slice(1)).toEqual([callOf(3, 'a')]);
    await send(resultOf(3));
    expect(wire.out).toHaveLength(3);
  });

  test('of a server of your own cannot be had by using its id for another request', async () => {
    const { hooks } = inventory('b');
    const { wire, send } = hookedWire(hooks, { server: 'mine', role: 'server' });
    wire.say({ jsonrpc: '2.0', id: 0, method: 'tools/list' });
    await settled();
    // The SDK cannot cancel the request 0, and answers it.
    wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } });
    wire.say({ jsonrpc: '2.0', id: 0, method: 'ping' });
    await settled();
    await send({ jsonrpc: '2.0', id: 0, result: { tools: [{ name: 'a' }, { name: 'b' }] } });
    expect(wire.out).toMatchObject([{ id: 0, result: { tools: [{ name: 'a' }] } }]);
  });
});

test('many pages of tools are each compared once, and at the end', async () => {
  const { hooks, log } = inventory();
  const { wire, heard, send } = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
  const startedAt = performance.now();
  for (let id = 1; id <= 800; id += 1) {
    const params = id === 1 ? {} : { cursor: String(id) };
    await send({ jsonrpc: '2.0', id, method: 'tools/list', params });
    const result = { tools: [{ name: `t${id}` }], nextCursor: String(id + 1) };
    wire.say({ jsonrpc: '2.0', id, result });
    while (heard.length < id) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(log).toHaveLength(800);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
