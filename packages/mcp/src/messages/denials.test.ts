import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callOf, hookedWire, type HookedWire } from '../../test/hooked-wire.ts';
import { arrived, page } from '../../test/tool-pages.ts';

const refused = { error: { data: { code: 'tool_absent' } } };

describe('a list of tools', () => {
  test.each([
    ['without it', [{ name: 'a' }]],
    ['without anything', []],
    ['with it, described otherwise', [{ name: 'b', description: 'renamed' }]],
  ])('that nobody asked for lifts no denial: one %s', async (_, tools) => {
    const { hooks, allow } = denying();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['b']);
    allow();
    hooked.wire.say({ jsonrpc: '2.0', id: 99, result: { tools } });
    await arrived(hooked.heard, 2);
    expect(await call(hooked, 'b')).toMatchObject(refused);
  });

  test('that ends before its last page lifts no denial of what it does not show', async () => {
    const { hooks } = denying();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['a'], undefined, '2');
    await page(hooked, 2, ['b'], '2');
    await page(hooked, 3, ['a'], undefined, '2');
    expect(await call(hooked, 'b')).toMatchObject(refused);
    await page(hooked, 4, ['a']);
    expect(await call(hooked, 'b')).toMatchObject(refused);
  });

  test('lifts a denial where it shows the tool once more and policies allow it now', async () => {
    const { hooks, allow } = denying();
    const hooked = hookedWire(hooks, { server: 'shop', session: { id: 's' } });
    await page(hooked, 1, ['b']);
    expect(await call(hooked, 'b')).toMatchObject(refused);
    allow();
    await page(hooked, 2, []);
    expect(await call(hooked, 'b')).toMatchObject(refused);
    await page(hooked, 3, ['b']);
    await hooked.send(callOf(100, 'b'));
    expect(hooked.wire.out.at(-1)).toEqual(callOf(100, 'b'));
  });
});

/** Returns hooks that deny every component until `allow` was called. */
function denying(): { readonly hooks: Hooks; readonly allow: () => void } {
  const hooks = createHooks();
  let verdict: ReturnType<typeof deny> | undefined = deny('not approved');
  hooks.addHook('onInventoryChange', ({ component }) =>
    component.kind === 'tool' ? verdict : undefined,
  );
  return { hooks, allow: () => (verdict = undefined) };
}

/** Returns the answer to a call of this tool; fails if the call went to the server. */
async function call({ wire, heard, send }: HookedWire, tool: string): Promise<unknown> {
  const [sent, count] = [wire.out.length, heard.length];
  await send(callOf(1000 + count, tool));
  await arrived(heard, count + 1);
  expect(wire.out).toHaveLength(sent);
  return heard.at(-1);
}
