import { createHooks, deny, memoryStore, type Hooks, type StateStore } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { answers, askModel, streamModel } from '../../test/kit/ask-model.ts';
import { callTool, openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { circuitBreaker, type CircuitBreakerOptions } from './index.ts';

expect.extend(policyMatchers);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const call = { id: 'call_1', name: 'search', args: {} };
const times = { failures: 2, windowMs: 1000, openMs: 500 };
const broken = (): never => {
  throw new Error('down');
};

function hooksWith(options: CircuitBreakerOptions = {}): Hooks {
  return createHooks({ policies: [circuitBreaker({ ...times, ...options })], retries: 0 });
}

const failing = (status?: number) => async (): Promise<never> => {
  throw Object.assign(new Error('down'), status === undefined ? {} : { status });
};

describe('circuitBreaker', () => {
  test.each([
    [{ failures: 0 }],
    [{ failures: 1.5 }],
    [{ windowMs: 0 }],
    [{ openMs: Infinity }],
    [{ probeMs: -1 }],
    [{ watch: [] }],
    [{ watch: ['agents'] }],
    [{ watch: ['models'], tool: 'x' }],
  ])('refuses options that cannot work: %j', (options) => {
    expect(() => circuitBreaker(options as never)).toThrow('[invalid_option]');
  });

  test('stops calling a tool that keeps failing, and says when to try again', async () => {
    const chat = await openTestChat(hooksWith());
    let runs = 0;
    const run = (): never => {
      runs++;
      return broken();
    };
    expect(await repeat(4, () => callTool(chat, 'search', run))).toEqual([
      'error',
      'error',
      'circuit_open',
      'circuit_open',
    ]);
    expect(runs).toBe(2);
    expect(await callTool(chat, 'other')).toBe('result');
    const store = memoryStore();
    const policy = circuitBreaker({ ...times, failures: 1, store, message: 'Try later.' });
    await tryPolicy(policy, 'onToolCallError', { call, error: { message: 'x' } });
    const { verdict } = await tryPolicy(policy, 'preToolCall', { call });
    expect(verdict).toMatchObject({
      code: 'circuit_open',
      reason: 'The tool search has failed too often; try again in 1 s.',
      message: 'Try later.',
      data: { kind: 'tool', name: 'search', retryAfterMs: 500 },
    });
  });

  test('lets one probe pass after its time, and closes when that succeeds', async () => {
    const chat = await openTestChat(hooksWith());
    await repeat(2, () => callTool(chat, 'search', broken));
    vi.advanceTimersByTime(500);
    expect(await callTool(chat, 'search', broken)).toBe('error');
    expect(await callTool(chat)).toBe('circuit_open');
    vi.advanceTimersByTime(500);
    const probe = callTool(chat, 'search', async () => {
      expect(await callTool(chat)).toBe('circuit_open');
    });
    expect(await probe).toBe('result');
    expect(await repeat(2, () => callTool(chat))).toEqual(['result', 'result']);
  });

  test('stops asking a model that keeps failing, each model by itself', async () => {
    const chat = await openTestChat(hooksWith());
    const asking = { answer: failing(503) };
    expect(await repeat(3, () => askModel(chat, asking))).toEqual([
      'error',
      'error',
      'circuit_open',
    ]);
    const other = { model: 'large', messages: [] };
    expect(await askModel(chat, { request: other })).toBe('hi');
    vi.advanceTimersByTime(500);
    expect(await askModel(chat)).toBe('hi');
    expect(await streamModel(chat, ['a', 'b'])).toBe('ab');
  });

  test.each<[number | undefined, boolean]>([
    [undefined, true],
    [500, true],
    [503, true],
    [429, true],
    [408, true],
    [400, false],
    [401, false],
    [404, false],
  ])('counts a failure with the status %s: %s', async (status, counts) => {
    const chat = await openTestChat(hooksWith({ failures: 1 }));
    await askModel(chat, { answer: failing(status) });
    expect(await askModel(chat)).toBe(counts ? 'circuit_open' : 'hi');
  });

  test.each([
    ['threw', true],
    ['timeout', true],
    ['invalid', false],
    ['unknown', false],
    ['disabled', false],
    ['denied', false],
    ['aborted', false],
  ] as const)('counts a call that ended by %s: %s', async (cause, counts) => {
    const policy = circuitBreaker({ ...times, failures: 1 });
    await tryPolicy(policy, 'onToolCallError', { call, error: { message: 'x' }, cause });
    expect((await tryPolicy(policy, 'preToolCall', { call })).said).toBe(counts ? 'deny' : 'allow');
  });

  test('counts what it is told to, and only the tools it is told to', async () => {
    const chat = await openTestChat(
      hooksWith({
        failures: 1,
        tool: 'crm_*',
        counts: (step) => step.kind === 'tool' && step.error.message === 'down',
      }),
    );
    expect(await repeat(2, () => callTool(chat, 'search', broken))).toEqual(['error', 'error']);
    expect(await repeat(2, () => callTool(chat, 'crm_find', broken))).toEqual([
      'error',
      'circuit_open',
    ]);
    expect(await repeat(2, () => askModel(chat, { answer: failing() }))).toEqual([
      'error',
      'error',
    ]);
    const deaf = await openTestChat(hooksWith({ failures: 1, watch: ['models'] }));
    expect(await repeat(2, () => callTool(deaf, 'search', broken))).toEqual(['error', 'error']);
  });

  test('takes what policies supplied or denied for no news of the tool', async () => {
    const hooks = hooksWith({ failures: 1 });
    const dispose = hooks.addHook('preToolCall', () => ({ error: 'made up' }));
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('error');
    dispose();
    hooks.addHook('onToolCallError', () => deny('hidden'));
    expect(await callTool(chat, 'search', broken)).toBe('denied');
    expect(await callTool(chat)).toBe('circuit_open');
  });

  test('is one circuit for all who share a store, and one of them probes', async () => {
    const store = memoryStore();
    const chats = await repeat(2, () => openTestChat(hooksWith({ store })));
    for (const chat of chats) await callTool(chat, 'search', broken);
    expect(await Promise.all(chats.map((chat) => callTool(chat)))).toEqual([
      'circuit_open',
      'circuit_open',
    ]);
    vi.advanceTimersByTime(500);
    const slow = (): Promise<string> => Promise.resolve('done');
    const endings = await Promise.all(
      [...chats, ...chats, ...chats].map((chat) => callTool(chat, 'search', slow)),
    );
    expect(endings.filter((ending) => ending === 'result')).toHaveLength(1);
    expect(await callTool(chats[1]!)).toBe('result');
  });

  test('writes nothing while all goes well', async () => {
    const store = memoryStore();
    const update = vi.fn<StateStore['update']>((...given) => store.update(...given));
    const chat = await openTestChat(hooksWith({ store: { ...store, update } }));
    await repeat(5, () => callTool(chat));
    await repeat(5, () => askModel(chat, { answer: () => answers() }));
    expect(update).not.toHaveBeenCalled();
  });

  test.each<[string, StateStore['get']]>([
    ['throws', () => broken()],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['holds something else', () => ({ state: 'ajar' })],
  ])('denies when the store %s', async (_, get) => {
    const policy = circuitBreaker({ store: { ...memoryStore(), get } });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny({ code: 'hook_failed' });
    const request = { messages: [] };
    expect(await tryPolicy(policy, 'preRequest', { request })).toDeny({ code: 'hook_failed' });
  });
});
