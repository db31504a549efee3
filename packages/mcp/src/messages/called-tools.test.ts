import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, hookedWire, resultOf, settled, type HookedWire } from '../../test/hooked-wire.ts';
import { arrived, page } from '../../test/tool-pages.ts';

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

describe('a tool that is called without a list', () => {
  const called = async (name: string, hooks: Hooks): Promise<HookedWire> => {
    const hooked = hookedWire(hooks, { server: 'mine', role: 'server' });
    hooked.wire.say(callOf(1, name));
    await settled();
    return hooked;
  };

  test('is shown to policies first, and is not called if they deny it', async () => {
    const { hooks, log } = inventory('b');
    const { heard, wire } = await called('b', hooks);
    expect(log).toEqual(['added tool:b']);
    expect(heard).toEqual([]);
    expect(wire.out).toMatchObject([{ id: 1, error: { data: { code: 'tool_absent' } } }]);
    expect((await called('a', hooks)).heard).toEqual([callOf(1, 'a')]);
  });

  test('is shown to them once for each connection, also where it is called twice at once', async () => {
    const { hooks, log } = inventory();
    const { wire, heard, send } = hookedWire(hooks, { server: 'mine', role: 'server' });
    wire.say(callOf(1, 'a'));
    wire.say(callOf(2, 'a'));
    await settled();
    await send(resultOf(1));
    wire.say(callOf(3, 'a'));
    await settled();
    expect(heard).toHaveLength(3);
    expect(log).toEqual(['added tool:a']);
  });

  test('is shown with what a server said of it on another connection, as one that makes a transport for each request', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', ({ component: { metadata } }) =>
      metadata?.['description'] === 'deletes all' ? deny('too much') : undefined,
    );
    const { wire, send } = hookedWire(hooks, { server: 'mine', role: 'server' });
    wire.say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await settled();
    const tools = [{ name: 'a', description: 'deletes all' }];
    await send({ jsonrpc: '2.0', id: 1, result: { tools } });
    expect((await called('a', hooks)).heard).toEqual([]);
    expect((await called('a', createHooks())).heard).toHaveLength(1);
  });

  test('is refused for its chat alone where the start of that chat was denied', async () => {
    const { hooks } = inventory();
    // The types refuse a verdict here; JavaScript does not.
    // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
    hooks.addHook('onChatStart', (() => deny('closed')) as never, { once: true });
    const { wire, heard } = await called('a', hooks);
    expect(heard).toEqual([]);
    expect(wire.out).toMatchObject([{ id: 1, error: { data: { code: 'denied' } } }]);
    wire.say(callOf(2, 'a'));
    await settled();
    expect(heard).toEqual([callOf(2, 'a')]);
  });

  test('is asked about in each session, since policies may deny one and allow another', async () => {
    const { hooks, log } = inventory();
    hooks.addHook('onInventoryChange', ({ session, component: { metadata } }) =>
      session.id === 'guest' && metadata?.['description'] === 'about a'
        ? deny('staff only')
        : undefined,
    );
    const hooked = hookedWire(hooks, { server: 'shop' });
    await page(hooked, 1, ['a']);
    const { wire, heard, send } = hooked;
    await hooks.inSession({ id: 'guest' }, () => send(callOf(2, 'a')));
    await hooks.inSession({ id: 'staff' }, () => send(callOf(3, 'a')));
    await arrived(heard, 2);
    expect(heard[1]).toMatchObject({ id: 2, error: { data: { code: 'tool_absent' } } });
    expect(wire.out.slice(1)).toEqual([callOf(3, 'a')]);
    expect(log).toEqual(['added tool:a', 'added tool:a', 'added tool:a']);
  });

  test('is asked about again once a whole list leaves it out, since no name is kept for ever', async () => {
    const { hooks, log } = inventory();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['a']);
    await page(hooked, 2, ['b'], undefined, '2');
    await hooked.send(callOf(3, 'a'));
    await page(hooked, 4, ['c'], '2');
    await hooked.send(callOf(5, 'b'));
    await hooked.send(callOf(6, 'a'));
    const added = ['added tool:a', 'added tool:b', 'added tool:c'];
    expect(log).toEqual([...added, 'removed tool:a', 'added tool:a']);
  });
});

test('an answer of a method of your own keeps its tools that are no components', async () => {
  const { hooks } = inventory('b');
  const { wire, send } = hookedWire(hooks, { server: 'mine', role: 'server' });
  wire.say({ jsonrpc: '2.0', id: 1, method: 'shop/toolbox' });
  await settled();
  await send({
    jsonrpc: '2.0',
    id: 1,
    result: { tools: ['hammer', { name: 'b' }, { name: 'a' }] },
  });
  expect(wire.out).toMatchObject([{ result: { tools: ['hammer', { name: 'a' }] } }]);
});
