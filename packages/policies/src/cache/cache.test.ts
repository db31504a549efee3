import {
  createHooks,
  deny,
  memoryStore,
  retry,
  type Hooks,
  type StateStore,
} from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { ada, result } from '../../test/kit/tool-result.ts';
import { cache, type CacheOptions } from './index.ts';

function hooksWith(options: CacheOptions): Hooks {
  return createHooks({ policies: [cache(options)] });
}

/** Returns a tool that counts its calls and returns the count. */
function counter(): () => number {
  let count = 0;
  return () => ++count;
}

afterEach(() => void vi.useRealTimers());

describe('cache', () => {
  test.each<[string, object]>([
    ['nothing to cache', {}],
    ['no tools', { tools: [] }],
    ['an empty name', { tools: ['a', ''] }],
    ['a tool that is no name', { tools: [7] }],
    ['unknown requests', { requests: 'some' }],
    ['no time to live', { tools: 'a', ttlMs: 0 }],
    ['an endless time to live', { tools: 'a', ttlMs: Infinity }],
    ['no bytes', { tools: 'a', maxBytes: 0 }],
    ['an unknown scope', { tools: 'a', per: 'planet' }],
  ])('refuses %s when it is made', (_, options) => {
    expect(() => cache(options as CacheOptions)).toThrow('[invalid_option]');
  });

  test('answers the same call from before, whatever the order of its arguments', async () => {
    const hooks = hooksWith({ tools: 'search' });
    const run = counter();
    expect(await result(hooks, { run, args: { a: 1, b: [2] } })).toBe(1);
    expect(await result(hooks, { run, args: { b: [2], a: 1 } })).toBe(1);
    expect(await result(hooks, { run, args: { b: [2], a: '1' } })).toBe(2);
    expect(await result(hooks, { run, name: 'other', args: { a: 1, b: [2] } })).toBe(3);
  });

  test('caches only tools it was told are read-only', async () => {
    const byName = hooksWith({ tools: ['get_*', /^find/] });
    const byHint = hooksWith({ readOnlyTools: true });
    for (const [hooks, called, cached] of [
      [byName, { name: 'get_price' }, true],
      [byName, { name: 'find' }, true],
      [byName, { name: 'refund' }, false],
      [byName, { name: 'refund', readOnly: true }, false],
      [byHint, { name: 'a', readOnly: true }, true],
      [byHint, { name: 'b', readOnly: false }, false],
      [byHint, { name: 'c' }, false],
    ] as const) {
      const run = counter();
      const both = [
        await result(hooks, { ...called, run }),
        await result(hooks, { ...called, run }),
      ];
      expect(both).toEqual(cached ? [1, 1] : [1, 2]);
    }
  });

  test.each<[CacheOptions['per'], object, object, boolean]>([
    [undefined, ada, ada, true],
    [undefined, ada, { user: { id: 'bob' } }, false],
    [undefined, ada, { user: { id: 'ada', organisation: 'x' } }, false],
    [undefined, ada, {}, false],
    [undefined, { session: { id: '1' } }, { session: { id: '1' } }, true],
    [undefined, { session: { id: '1' } }, { session: { id: '2' } }, false],
    [undefined, { user: { id: '' } }, { user: { id: '' } }, false],
    ['organisation', { user: { id: 'a', organisation: '' } }, ada, false],
    ['session', { ...ada, session: { id: '1' } }, { ...ada, session: { id: '2' } }, false],
    ['user', {}, {}, false],
    ['all', ada, { user: { id: 'bob' } }, true],
    ['all', { ...ada, agent: { id: 'a' } }, { ...ada, agent: { id: 'b' } }, false],
  ])('per %j shares the answer to %j with %j: %s', async (per, first, second, shares) => {
    const hooks = hooksWith({ tools: 'search', ...(per === undefined ? {} : { per }) });
    const run = counter();
    expect(await result(hooks, { run }, first)).toBe(1);
    expect(await result(hooks, { run }, second)).toBe(shares ? 1 : 2);
  });

  test.each<[string, unknown, boolean]>([
    ['null', null, true],
    ['zero', 0, true],
    ['an empty text', '', true],
    ['a nested value', { a: [1, { b: 'ü' }] }, true],
    ['nothing', undefined, false],
    ['a date', new Date(0), false],
    ['a bigint', 1n, false],
    ['more than fits', 'x'.repeat(3000), false],
    ['a failure that an MCP server tells', { content: [], isError: true }, false],
    ['a success that an MCP server tells', { content: [], isError: false }, true],
  ])('keeps %s: %s', async (_, value, kept) => {
    const hooks = hooksWith({ tools: 'search', maxBytes: 2000 });
    let runs = 0;
    const run = (): unknown => (runs++, value);
    expect(await result(hooks, { run })).toEqual(value);
    expect(await result(hooks, { run })).toEqual(value);
    expect(runs).toBe(kept ? 1 : 2);
  });

  test('gives every caller a copy of its own', async () => {
    const hooks = hooksWith({ tools: 'search' });
    const run = (): unknown => ({ list: [1] });
    await result(hooks, { run });
    const first = (await result(hooks, { run })) as { readonly list: readonly number[] };
    const second = (await result(hooks, { run })) as { readonly list: readonly number[] };
    expect(first).toEqual({ list: [1] });
    expect(second).toEqual(first);
    expect(second.list).not.toBe(first.list);
  });

  test('keeps no errors, nothing supplied, and nothing another policy has anything against', async () => {
    for (const [event, verdict] of [
      ['preToolCall', () => deny('no')],
      ['preToolCall', () => ({ result: 'supplied' })],
      ['onToolCallResult', () => deny('no')],
      ['onToolCallResult', () => ({ error: 'odd' })],
      [
        'onToolCallResult',
        ({ attempt }: { attempt: number }) => (attempt === 1 ? retry() : deny('no')),
      ],
    ] as const) {
      const hooks = hooksWith({ tools: 'search' });
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
      const dispose = hooks.addHook(event, verdict as never);
      await result(hooks, { run: () => 'stale' });
      dispose();
      expect(await result(hooks)).toBe('fresh');
    }
    const hooks = hooksWith({ tools: 'search' });
    const fails = (): never => {
      throw new Error('down');
    };
    expect(await result(hooks, { run: fails })).toBe('error');
    expect(await result(hooks)).toBe('fresh');
  });

  test('keeps what the tool gave, which every policy judges anew', async () => {
    const hooks = hooksWith({ tools: 'search' });
    const dispose = hooks.addHook('onToolCallResult', ({ result: given }) => ({
      result: `${String(given)}!`,
    }));
    expect(await result(hooks)).toBe('fresh!');
    expect(await result(hooks, { run: () => 'never' })).toBe('fresh!');
    dispose();
    hooks.addHook('onToolCallResult', ({ synthetic }) => (synthetic ? deny('secret') : undefined));
    expect(await result(hooks, { run: () => 'never' })).toBe('denied');
  });

  test('serves nothing to a call that another policy denies', async () => {
    const hooks = hooksWith({ tools: 'search' });
    await result(hooks);
    hooks.addHook('preToolCall', () => deny('no'));
    expect(await result(hooks)).toBe('denied');
  });

  test('forgets after its time to live', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const hooks = hooksWith({ tools: 'search', ttlMs: 30 });
    const run = counter();
    expect([await result(hooks, { run }), await result(hooks, { run })]).toEqual([1, 1]);
    vi.advanceTimersByTime(31);
    expect(await result(hooks, { run })).toBe(2);
  });

  test.each<[string, Partial<StateStore>]>([
    ['fails', { get: () => Promise.reject(new Error('down')) }],
    ['cannot be written', { set: () => Promise.reject(new Error('full')) }],
    ['never answers', { get: () => new Promise(() => undefined) }],
    ['holds no text', { get: () => ({ result: 'forged' }) }],
    ['holds no JSON', { get: () => '{' }],
  ])('runs the tool when the store %s', async (_, broken) => {
    const hooks = hooksWith({
      tools: 'search',
      timeoutMs: 20,
      store: { ...memoryStore(), ...broken },
    });
    expect(await result(hooks)).toBe('fresh');
  });
});
