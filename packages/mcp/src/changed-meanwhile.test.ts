import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { gate, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

const SECRET = 'hunter2';

/** Hooks that take as long as the test wants, and pass nothing with the secret. */
function slow(opens: Promise<void>, event: 'preMcpMessage' | 'onMcpMessage'): Hooks {
  const hooks = createHooks();
  hooks.addHook(event, async ({ message }) => {
    const text = JSON.stringify(message);
    await opens;
    return text.includes(SECRET) ? deny('a secret') : undefined;
  });
  return hooks;
}

describe('a message that its maker changes while hooks decide', () => {
  test('leaves as the hooks saw it', async () => {
    const { opens, open } = gate();
    const { wire, send } = hookedWire(slow(opens, 'preMcpMessage'));
    const data = { state: 'fine' };
    const sent = send(noteOf('notifications/message', { level: 'info', data }));
    await settled();
    data.state = SECRET;
    open();
    await sent;
    expect(wire.out).toEqual([
      noteOf('notifications/message', { level: 'info', data: { state: 'fine' } }),
    ]);
  });

  test('leaves once for each send, with what it held then', async () => {
    const { opens, open } = gate();
    const { wire, send } = hookedWire(slow(opens, 'preMcpMessage'));
    const params = { progressToken: 1, progress: 0 };
    const sends = [1, 2, 3].map((progress) => {
      params.progress = progress;
      return send(noteOf('notifications/progress', params));
    });
    open();
    await Promise.all(sends);
    expect(wire.out).toMatchObject([1, 2, 3].map((progress) => ({ params: { progress } })));
  });

  test('leaves as the hooks saw it where it waits for a message before it', async () => {
    const { opens, open } = gate();
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('first') ? opens : undefined,
    );
    const { wire, send } = hookedWire(hooks);
    const data = { state: 'fine' };
    const sends = ['first', data].map((each) =>
      send(noteOf('notifications/message', { level: 'info', data: each })),
    );
    await settled();
    data.state = SECRET;
    open();
    await Promise.all(sends);
    expect(JSON.stringify(wire.out)).not.toContain(SECRET);
  });

  test('arrives as the hooks saw it, from a peer in the same process', async () => {
    const { opens, open } = gate();
    const { wire, heard } = hookedWire(slow(opens, 'onMcpMessage'));
    const result = { content: [{ type: 'text', text: 'ten euros' }] };
    wire.say({ jsonrpc: '2.0', id: 1, result });
    await settled();
    result.content[0]!.text = SECRET;
    open();
    await settled();
    expect(heard).toEqual([resultOf(1)]);
  });

  test('is the same object where nobody changed it', async () => {
    const { opens, open } = gate();
    const { wire, send } = hookedWire(slow(opens, 'preMcpMessage'));
    const note = noteOf('notifications/message', { level: 'info', data: 'fine' });
    const sent = send(note);
    open();
    await sent;
    expect(wire.out[0]).toBe(note);
  });
});
