import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { everyMessage } from '../../census/messages.ts';
import type { Transport } from '../../test/sdk.ts';
import { callOf, hookedWire, noteOf, settled } from '../../test/hooked-wire.ts';
import { withHooks } from '../with-hooks.ts';
import { KNOWN_METHODS } from './known-methods.ts';

test.each([...new Set(everyMessage.map(({ method }) => method))])(
  '%s, which the census names, is known',
  (method) => expect(method).toMatch(KNOWN_METHODS),
);

test.each([
  'tools/callMany',
  'xtools/call',
  'tools/call\n',
  'notifications/tools/call',
  '',
  'Ping',
])('%j, which no version names, is not', (method) => expect(method).not.toMatch(KNOWN_METHODS));

describe("a method that no supported version names, where require: 'enforced' was asked for", () => {
  const options = { server: 'shop', require: 'enforced' } as const;
  const unknown = { jsonrpc: '2.0', id: 7, method: 'tools/callMany', params: {} };

  test('does not leave, and its caller is told why', async () => {
    const { wire, heard, send } = hookedWire(createHooks(), options);
    await send(unknown);
    await send(noteOf('notifications/tools/called'));
    await settled();
    expect(wire.out).toEqual([]);
    expect(heard).toMatchObject([{ id: 7, error: { data: { code: 'not_enforced' } } }]);
  });

  test('is not handed on, and the other side is answered', async () => {
    const { wire, heard } = hookedWire(createHooks(), options);
    wire.say(unknown);
    wire.say(noteOf('notifications/tools/called'));
    await settled();
    expect(heard).toEqual([]);
    expect(wire.out).toMatchObject([{ id: 7, error: { data: { code: 'not_enforced' } } }]);
  });

  test('is refused within a batch, and what is known goes on', async () => {
    const { wire, send } = hookedWire(createHooks(), options);
    await send([unknown, callOf(1)]);
    expect(wire.out).toEqual([[callOf(1)]]);
  });

  test('is refused although nobody listens any more', async () => {
    const { wire, send } = hookedWire(createHooks(), options);
    await send(callOf(1));
    await send(unknown);
    expect(wire.out).toEqual([callOf(1)]);
  });

  test('passes the hooks like any other where it was not asked for', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.observe('preMcpMessage', ({ message }) => void seen.push(message['method']));
    const { wire, send } = hookedWire(hooks);
    await send(unknown);
    expect([wire.out, seen]).toEqual([[unknown], ['tools/callMany']]);
  });

  test.each(['the original', 'what was hooked', 'a layer of other hooks around it'])(
    'is refused also where the same hooks were there without it before: %s is hooked again',
    async (again) => {
      const hooks = createHooks();
      const { wire, transport, heard, send } = hookedWire(hooks);
      const outer = withHooks(transport, createHooks());
      const targets = { 'the original': wire, 'what was hooked': transport };
      const target: Transport = targets[again as keyof typeof targets] ?? outer;
      withHooks(target, hooks, { require: 'enforced' });
      await send(unknown);
      await settled();
      expect(wire.out).toEqual([]);
      expect(heard).toMatchObject([{ id: 7, error: { data: { code: 'not_enforced' } } }]);
      await expect(wire.send(callOf(1))).rejects.toMatchObject({ code: 'unhooked_original' });
    },
  );
});
