import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { hookedWire, settled } from '../../test/hooked-wire.ts';

const where: Dict = { method: 'roots/list' };

/** Returns an answer with these questions. */
const asking = (inputRequests: unknown): Dict => ({
  jsonrpc: '2.0',
  id: 1,
  result: { resultType: 'input_required', inputRequests },
});

describe('a question', () => {
  const silent = (): Hooks => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => undefined);
    return hooks;
  };

  test.each([['text'], [null], [{}], [{ method: 7 }], [{ method: 'roots/list', params: 1 }]])(
    'that is none, %j, is taken out',
    async (entry) => {
      const { wire, heard } = hookedWire(silent());
      wire.say(asking({ a: entry, b: where }));
      wire.say(asking({ a: entry }));
      await settled();
      expect(heard).toMatchObject([
        asking({ b: where }),
        { id: 1, error: { data: { code: 'mcp_message_malformed' } } },
      ]);
      expect(heard[0]).not.toHaveProperty('result.inputRequests.a');
    },
  );

  test("of a method that nobody knows is refused under require: 'enforced', whoever listens", async () => {
    const { wire, heard } = hookedWire(createHooks(), { require: 'enforced' });
    wire.say(asking({ a: { method: 'brain/read' }, b: where }));
    await settled();
    expect(heard).toEqual([asking({ b: where })]);
  });

  test('goes on untouched where hooks say nothing', async () => {
    const { wire, heard } = hookedWire(silent());
    const answer = asking({ where });
    wire.say(answer);
    await settled();
    expect(heard[0]).toBe(answer);
  });

  test.each<[string, unknown, string]>([
    ['answers it', { reply: { result: {} } }, 'respond_unsupported'],
    ['makes it a notification', { message: { jsonrpc: '2.0', method: 'ping' } }, 'invalid_verdict'],
  ])('that a policy of the server %s is refused', async (_, verdict, code) => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message }) =>
      message['id'] === 'where' ? (verdict as undefined) : undefined,
    );
    const { wire, send } = hookedWire(hooks, { role: 'server' });
    wire.say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay' } });
    await settled();
    await send(asking({ where }));
    expect(wire.out).toMatchObject([{ id: 1, error: { data: { code } } }]);
  });

  test('has an answer that cannot become an error', async () => {
    const hooks = createHooks();
    hooks.addHook('preMcpMessage', ({ message: { id } }) =>
      id === 'who'
        ? { message: { jsonrpc: '2.0', id, error: { code: 1, message: 'no' } } }
        : undefined,
    );
    const { wire, heard, send } = hookedWire(hooks);
    const params = { name: 'pay', inputResponses: { who: { action: 'accept' } } };
    await send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    await settled();
    expect(wire.out).toEqual([]);
    expect(heard).toMatchObject([{ id: 2, error: { data: { code: 'invalid_verdict' } } }]);
  });
});

describe('an address that a person has to visit before the call is made again', () => {
  const link = (name: string): Dict => ({
    mode: 'url',
    elicitationId: name,
    url: `https://${name}.example`,
    message: 'sign in',
  });
  const needing = (...names: readonly string[]): Dict => ({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32042, message: 'sign in', data: { elicitations: names.map(link), more: 1 } },
  });

  test('is asked about like a question, and left out if it is denied', async () => {
    const asked: unknown[] = [];
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message: { method, params } }) => {
      if (method !== 'elicitation/create') return undefined;
      asked.push(params);
      return JSON.stringify(params).includes('evil') ? deny('not there') : undefined;
    });
    const { wire, heard } = hookedWire(hooks);
    wire.say(needing('good', 'evil'));
    wire.say(needing('evil'));
    await settled();
    expect(asked).toEqual([link('good'), link('evil'), link('evil')]);
    expect(heard).toMatchObject([needing('good'), { error: { data: { code: 'denied' } } }]);
    expect(JSON.stringify(heard)).not.toContain('evil');
  });

  test('is what hooks make of it', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', ({ message }) =>
      message['method'] === 'elicitation/create'
        ? { message: { ...message, params: link('ours') } }
        : undefined,
    );
    const { wire, heard } = hookedWire(hooks);
    wire.say(needing('theirs'));
    await settled();
    expect(heard).toEqual([needing('ours')]);
  });

  test('goes on untouched where hooks say nothing', async () => {
    const hooks = createHooks();
    hooks.addHook('onMcpMessage', () => undefined);
    const { wire, heard } = hookedWire(hooks);
    const answer = needing('good');
    wire.say(answer);
    await settled();
    expect(heard[0]).toBe(answer);
  });
});
