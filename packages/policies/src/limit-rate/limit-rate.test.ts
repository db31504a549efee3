import { createHooks, memoryStore } from '@interpose/core';
import { toolCycle } from '@interpose/core/adapter';
import { policyMatchers } from '@interpose/testing/matchers';
import { tryPolicy } from '@interpose/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { callTool, openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { limitRate, type LimitRateOptions } from './index.ts';

expect.extend(policyMatchers);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const call = { id: 'call_1', name: 'search', args: {} };

describe('limitRate', () => {
  test.each<[string, object]>([
    ['no limit', { windowMs: 1 }],
    ['a limit of nothing', { limit: 0, windowMs: 1 }],
    ['half a call', { limit: 1.5, windowMs: 1 }],
    ['no window', { limit: 1 }],
    ['an endless window', { limit: 1, windowMs: Infinity }],
    ['an unknown scope', { limit: 1, windowMs: 1, per: 'planet' }],
    ['an inherited name as scope', { limit: 1, windowMs: 1, per: 'toString' }],
    ['no scope at all', { limit: 1, windowMs: 1, per: [] }],
    ['an unknown fallback', { limit: 1, windowMs: 1, fallback: 'x' }],
    ['no events', { limit: 1, windowMs: 1, on: [] }],
    ['an event it cannot count', { limit: 1, windowMs: 1, on: ['onResponse'] }],
    ['requests per tool', { limit: 1, windowMs: 1, on: ['preRequest'], per: ['user', 'tool'] }],
    ['a tool without calls', { limit: 1, windowMs: 1, on: ['preRequest'], tool: 'x' }],
  ])('refuses %s when it is made', (_, options) => {
    expect(() => limitRate(options as LimitRateOptions)).toThrow('[invalid_option]');
  });

  test('lets the limit pass, denies the rest, and says when to try again', async () => {
    const hooks = createHooks({ policies: [limitRate({ limit: 2, windowMs: minute })] });
    const chat = await openTestChat(hooks);
    expect(await repeat(2, () => callTool(chat))).toEqual(['result', 'result']);
    vi.advanceTimersByTime(20_000);
    const ended = await toolCycle(chat, {
      call,
      tool: { name: 'search', origin: 'local', known: true, enabled: true },
      run: () => 'never',
    });
    expect(ended).toMatchObject({
      kind: 'denied',
      denial: {
        code: 'rate_limited',
        policy: 'limit-rate',
        reason: 'More than 2 per agent in 60 s; try again in 40 s.',
        data: { limit: 2, windowMs: minute, retryAfterMs: 40_000 },
      },
    });
    vi.advanceTimersByTime(39_999);
    expect(await callTool(chat)).toBe('rate_limited');
    vi.advanceTimersByTime(1);
    expect(await repeat(3, () => callTool(chat))).toEqual(['result', 'result', 'rate_limited']);
  });

  test('counts parallel calls one by one', async () => {
    const hooks = createHooks({ policies: [limitRate({ limit: 10, windowMs: minute })] });
    const chat = await openTestChat(hooks);
    const all = await Promise.all(Array.from({ length: 30 }, () => callTool(chat)));
    expect(all.filter((each) => each === 'result')).toHaveLength(10);
  });

  test('answers at once with a store that does', () => {
    const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: minute })] });
    const payload = { call, tool: { name: 'search', origin: 'local', known: true, enabled: true } };
    const session = { session: { id: 's' } };
    expect(hooks.dispatch('preToolCall', payload as never, session)).toEqual({ decision: 'allow' });
    expect(hooks.dispatch('preToolCall', payload as never, session)).toMatchObject({
      code: 'rate_limited',
    });
  });

  test.each<[NonNullable<LimitRateOptions['per']>, object, object, boolean]>([
    ['session', { session: { id: '1' } }, { session: { id: '2' } }, true],
    ['session', { session: { id: '1' } }, { session: { id: '1' } }, false],
    ['chat', { session: { id: '1' } }, { session: { id: '1' } }, true],
    ['user', { user: { id: 'ada' } }, { user: { id: 'bob' } }, true],
    ['user', { user: { id: 'ada' } }, { user: { id: 'ada' } }, false],
    ['user', { user: { id: 'ada', organisation: 'x' } }, { user: { id: 'ada' } }, true],
    [
      'user',
      { user: { id: 'b:c', organisation: 'a' } },
      { user: { id: 'c', organisation: 'a:b' } },
      true,
    ],
    [
      'organisation',
      { user: { id: 'a', organisation: 'x' } },
      { user: { id: 'b', organisation: 'x' } },
      false,
    ],
    ['agent', { agent: { id: 'a' } }, { agent: { id: 'b' } }, true],
    ['all', { user: { id: 'ada' } }, { user: { id: 'bob' } }, false],
    [['user', 'agent'], { user: { id: 'ada' } }, { user: { id: 'ada' }, agent: { id: 'b' } }, true],
    [({ agent }) => agent.id.slice(0, 1), { agent: { id: 'ab' } }, { agent: { id: 'ac' } }, false],
  ])('limits per %j: %j and then %j', async (per, first, second, passes) => {
    const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: minute, per })] });
    expect(await callTool(await openTestChat(hooks, first))).toBe('result');
    expect(await callTool(await openTestChat(hooks, second))).toBe(
      passes ? 'result' : 'rate_limited',
    );
  });

  test('limits per tool, and only the tools it is told to', async () => {
    const perTool = createHooks({
      policies: [limitRate({ limit: 1, windowMs: minute, per: 'tool' })],
    });
    const chat = await openTestChat(perTool);
    expect([
      await callTool(chat, 'a'),
      await callTool(chat, 'b'),
      await callTool(chat, 'a'),
    ]).toEqual(['result', 'result', 'rate_limited']);
    const some = createHooks({
      policies: [limitRate({ limit: 1, windowMs: minute, tool: 'send_*' })],
    });
    const other = await openTestChat(some);
    expect([
      await callTool(other, 'search'),
      await callTool(other, 'search'),
      await callTool(other, 'send_mail'),
      await callTool(other, 'send_sms'),
    ]).toEqual(['result', 'result', 'result', 'rate_limited']);
  });

  test('denies where it cannot tell whose limit it is, unless a fallback is named', async () => {
    const strict = limitRate({
      limit: 1,
      windowMs: minute,
      per: 'user',
      message: 'Sign in first.',
    });
    expect(await tryPolicy(strict, 'preToolCall', { call })).toDeny({
      code: 'limit_key_missing',
      message: 'Sign in first.',
    });
    const mild = limitRate({
      limit: 1,
      windowMs: minute,
      per: 'organisation',
      fallback: 'session',
    });
    const session = { id: 's' };
    expect(await tryPolicy(mild, 'preToolCall', { call }, { session })).toAllow();
    expect(await tryPolicy(mild, 'preToolCall', { call }, { session })).toDeny({
      code: 'rate_limited',
    });
    for (const broken of ['', undefined, 7, null]) {
      const odd = limitRate({ limit: 1, windowMs: minute, per: () => broken as string });
      expect(await tryPolicy(odd, 'preToolCall', { call })).toDeny({ code: 'limit_key_missing' });
    }
  });

  test('counts requests and messages where it is told to', async () => {
    const policy = limitRate({
      limit: 1,
      windowMs: minute,
      per: 'all',
      on: ['preRequest', 'onUserMessage'],
    });
    const message = { role: 'user', content: [] } as const;
    expect(await tryPolicy(policy, 'preToolCall', { call })).toAllow();
    expect(await tryPolicy(policy, 'onUserMessage', { message })).toAllow();
    expect(await tryPolicy(policy, 'preRequest', { request: { messages: [] } })).toDeny({
      code: 'rate_limited',
    });
  });

  test('shares a store with its equals and with nobody else', async () => {
    const store = memoryStore();
    const options = { limit: 1, windowMs: minute, per: 'all', store } as const;
    const run = async (extra: Partial<LimitRateOptions> = {}): Promise<string> =>
      callTool(
        await openTestChat(createHooks({ policies: [limitRate({ ...options, ...extra })] })),
      );
    expect([await run(), await run()]).toEqual(['result', 'rate_limited']);
    expect([await run({ name: 'other' }), await run({ name: 'other' })]).toEqual([
      'result',
      'rate_limited',
    ]);
    expect(await run({ limit: 2 })).toBe('result');
  });
});
