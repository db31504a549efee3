import { createHooks, deny, type Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { countChats } from '../../testing/test/count-chats.ts';
import { callOf, hookedWire, noteOf, resultOf, settled } from '../test/hooked-wire.ts';

describe('ids and answers as nobody expects them', () => {
  test.each([0, '', 'a', 1.5, -1, 'null', Number.MAX_SAFE_INTEGER])(
    'a request with the id %j is answered, and its chat ends',
    async (id) => {
      const hooks = createHooks();
      const counts = countChats(hooks);
      const { wire, heard, send } = hookedWire(hooks);
      await send(callOf(id));
      wire.say(resultOf(id));
      await expect.poll(() => heard).toEqual([resultOf(id)]);
      await hooks.flush();
      expect(counts).toEqual({ begun: 1, ended: 1 });
    },
  );

  test('an answer that nobody asked for is asked about like any other, and a denied one is an error', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('secret') ? deny('no') : undefined,
    );
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    wire.say(resultOf(1));
    wire.say(resultOf(99, 'a secret'));
    await settled();
    expect(JSON.stringify(heard)).not.toContain('secret');
  });

  test('a second answer is neither asked about nor handed on', async () => {
    const hooks = createHooks();
    const asked: unknown[] = [];
    hooks.addHook('onMcpMessage', ({ message }) => void asked.push(message));
    const { wire, heard, send } = hookedWire(hooks);
    for (let round = 1; round <= 2; round += 1) {
      await send(callOf(1));
      wire.say(resultOf(1));
      wire.say(resultOf(1, 'again'));
      wire.say([resultOf(1, 'again'), noteOf(`after ${round}`)]);
      await settled();
    }
    const each = [resultOf(1), noteOf('after 1'), resultOf(1), noteOf('after 2')];
    expect(asked).toEqual(each);
    expect(heard.flat()).toEqual(each);
  });

  test('of two requests whose ids differ in type only, each gets its answer', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => undefined);
    const { wire, heard, send } = hookedWire(hooks);
    await send(callOf(1));
    await send(callOf('1'));
    wire.say(resultOf(1));
    wire.say(resultOf('1'));
    await settled();
    expect(heard).toEqual([resultOf(1), resultOf('1')]);
  });

  test('an answer to what was called off belongs to nobody, and changes no denial', async () => {
    const hooks = createHooks();
    let isStrict = true;
    hooks.addHook('onInventoryChange', ({ component }) =>
      isStrict && component.name === 'pay' ? deny('no') : undefined,
    );
    const { wire, heard, send } = hookedWire(hooks);
    const list = (id: number): Dict => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const tools = (id: number): Dict => ({
      jsonrpc: '2.0',
      id,
      result: { tools: [{ name: 'pay' }] },
    });
    await send(list(1));
    wire.say(tools(1));
    await expect.poll(() => heard).toHaveLength(1);
    isStrict = false;
    await send(list(2));
    await send(noteOf('notifications/cancelled', { requestId: 2 }));
    wire.say(tools(2));
    await expect.poll(() => heard).toHaveLength(2);
    await send(callOf(3, 'pay'));
    await expect.poll(() => heard).toHaveLength(3);
    expect(heard.at(-1)).toMatchObject({ id: 3, error: { data: { code: 'tool_absent' } } });
  });

  test('an error keeps its data, whatever it is, unless it is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      JSON.stringify(message).includes('secret') ? deny('no') : undefined,
    );
    const { wire, heard, send } = hookedWire(hooks);
    const failed = (id: number, data: unknown): Dict => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32000, message: 'failed', data },
    });
    await send([callOf(1), callOf(2)]);
    wire.say(failed(1, { deep: [null, 0, ''] }));
    wire.say(failed(2, { deep: ['secret'] }));
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard[0]).toEqual(failed(1, { deep: [null, 0, ''] }));
    expect(JSON.stringify(heard[1])).not.toContain('secret');
  });
});

test('a peer that floods a slow hook is served in order, and closing lets go of all that waits', async () => {
  const hooks = createHooks();
  const counts = countChats(hooks);
  const { promise, resolve } = Promise.withResolvers<void>();
  hooks.addHook('onMcpMessage', () => promise.then(() => undefined));
  const { wire, heard, transport } = hookedWire(hooks);
  for (let id = 0; id < 2000; id += 1) wire.say(noteOf('notifications/message', { data: id }));
  expect(heard).toEqual([]);
  await transport.close();
  resolve();
  await settled();
  await hooks.flush();
  expect(heard).toEqual([]);
  await expect.poll(() => counts.ended).toBe(counts.begun);
});
