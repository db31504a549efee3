import { describe, expect, test } from 'vitest';

import { createHooks, type Hooks } from '../../src/index.ts';
import { toolCycle } from '../../src/adapter.ts';
import { openTestChat } from '../open-test-chat.ts';
import { toolStep } from '../tool-step.ts';

/** Registers one layer that says when it is passed on the way in and on the way out. */
function addLayer(hooks: Hooks, log: string[], name: string, priority?: number): void {
  const options = priority === undefined ? {} : { priority };
  hooks.addHook('preToolCall', () => void log.push(`${name} in`), options);
  hooks.addHook('onToolCallResult', () => void log.push(`${name} out`), options);
}

async function passThrough(layers: readonly (readonly [string, number?])[]): Promise<string[]> {
  const hooks = createHooks();
  const log: string[] = [];
  for (const [name, priority] of layers) addLayer(hooks, log, name, priority);
  const chat = await openTestChat(hooks);
  await toolCycle(chat, toolStep({ run: () => void log.push('tool') }));
  return log;
}

describe('law 2: order', () => {
  test('the lowest priority is the outermost layer', async () => {
    const log = await passThrough([
      ['b', 20],
      ['a', 10],
    ]);
    expect(log).toEqual(['a in', 'b in', 'tool', 'b out', 'a out']);
  });

  test('the default priority is 100', async () => {
    const log = await passThrough([['after', 101], ['default'], ['same', 100], ['before', 99]]);
    expect(log).toEqual([
      'before in',
      'default in',
      'same in',
      'after in',
      'tool',
      'after out',
      'default out',
      'same out',
      'before out',
    ]);
  });

  test('ties are in registration order both ways', async () => {
    const log = await passThrough([
      ['a', 5],
      ['b', 5],
      ['c', 5],
    ]);
    expect(log).toEqual(['a in', 'b in', 'c in', 'tool', 'a out', 'b out', 'c out']);
  });

  test('ties stay in registration order between policies and single hooks', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => void log.push('hook'));
    hooks.use({ name: 'p', hooks: { preToolCall: () => void log.push('policy') } });
    hooks.addHook('preToolCall', () => void log.push('last'));
    await openTestChat(hooks).then((chat) => toolCycle(chat, toolStep()));
    expect(log).toEqual(['hook', 'policy', 'last']);
  });

  test('negative and infinite priorities sort like any other number', async () => {
    const log = await passThrough([
      ['last', Infinity],
      ['middle', 0],
      ['first', -1],
    ]);
    expect(log.slice(0, 3)).toEqual(['first in', 'middle in', 'last in']);
  });

  test("a policy's priority is the default of its hooks, and a hook's own wins", async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => void log.push('100'));
    hooks.use({
      name: 'p',
      priority: 10,
      hooks: {
        preToolCall: [
          () => void log.push('10'),
          { run: () => void log.push('500'), priority: 500 },
        ],
      },
    });
    await openTestChat(hooks).then((chat) => toolCycle(chat, toolStep()));
    expect(log).toEqual(['10', '100', '500']);
  });

  test('the hooks of an extended registry are sorted among those it extends', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('preToolCall', () => void log.push('base 50'), { priority: 50 });
    hooks.addHook('preToolCall', () => void log.push('base 150'), { priority: 150 });
    const layer = hooks.extend();
    layer.addHook('preToolCall', () => void log.push('layer 100'));
    layer.addHook('preToolCall', () => void log.push('layer 50'), { priority: 50 });
    await openTestChat(layer).then((chat) => toolCycle(chat, toolStep()));
    expect(log).toEqual(['base 50', 'layer 50', 'layer 100', 'base 150']);
  });

  test('observers in sequence run in the same order, mirrored after a step', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    for (const event of ['preToolCall', 'onToolCallResult'] as const) {
      hooks.observe(event, () => void log.push(`${event} 20`), { priority: 20, run: 'sequence' });
      hooks.observe(event, () => void log.push(`${event} 10`), { priority: 10, run: 'sequence' });
    }
    await openTestChat(hooks).then((chat) => toolCycle(chat, toolStep()));
    expect(log).toEqual([
      'preToolCall 10',
      'preToolCall 20',
      'onToolCallResult 20',
      'onToolCallResult 10',
    ]);
  });

  test.each([
    ['onResponseDelta', { delta: 'x', channel: 'text', sofar: '', last: false }],
    ['onMemoryRetrieved', { memory: [] }],
    ['onAgentResponse', { message: { role: 'assistant', content: [] }, synthetic: false }],
  ] as const)('%s is mirrored as every event after a step is', async (event, payload) => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook(event, () => void log.push('10'), { priority: 10 });
    hooks.addHook(event, () => void log.push('20'), { priority: 20 });
    await hooks.dispatch(event, payload);
    expect(log).toEqual(['20', '10']);
  });
});

describe('law 2: the order of wire messages goes by leg', () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const response = { jsonrpc: '2.0', id: 1, result: {} };
  const mcp = { server: 'shop', direction: 'client-to-server' } as const;
  const a2a = { message: request, method: 'message/send', role: 'client' } as const;

  const legs = [
    ['preMcpMessage', { ...mcp, message: request }, 'a b'],
    ['preMcpMessage', { ...mcp, message: response }, 'b a'],
    ['onMcpMessage', { ...mcp, message: request }, 'a b'],
    ['onMcpMessage', { ...mcp, message: response }, 'b a'],
    ['preA2aMessage', { ...a2a, leg: 'request' }, 'a b'],
    ['preA2aMessage', { ...a2a, leg: 'response' }, 'b a'],
    ['onA2aMessage', { ...a2a, leg: 'request' }, 'a b'],
    ['onA2aMessage', { ...a2a, leg: 'event' }, 'b a'],
  ] as const;

  test.each(legs)('%s of %o: a (10) and b (20) run as %s', async (event, payload, order) => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook(event, () => void log.push('b'), { priority: 20 });
    hooks.addHook(event, () => void log.push('a'), { priority: 10 });
    for (let times = 0; times < 2; times++) {
      log.length = 0;
      await hooks.dispatch(event as 'preMcpMessage', payload as never);
      expect(log.join(' ')).toBe(order);
    }
    log.length = 0;
    const dispose = hooks.addHook(event, () => void log.push('c'), { priority: 15 });
    await hooks.dispatch(event as 'preMcpMessage', payload as never);
    expect(log.join(' ')).toBe(order.replace(' ', ' c '));
    dispose();
  });

  test('what is no message is taken for a request', async () => {
    const hooks = createHooks();
    const log: string[] = [];
    hooks.addHook('onMcpMessage', () => void log.push('a'), { priority: 10 });
    hooks.addHook('onMcpMessage', () => void log.push('b'), { priority: 20 });
    await hooks.dispatch('onMcpMessage', { ...mcp, message: undefined } as never);
    expect(log).toEqual(['a', 'b']);
  });
});
