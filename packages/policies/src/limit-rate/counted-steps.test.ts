import { ask, createHooks, deny, memoryStore, type StateStore } from '@interpose/core';
import { policyMatchers } from '@interpose/testing/matchers';
import { tryPolicy } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

import { callTool, openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { limitRate } from './index.ts';

expect.extend(policyMatchers);

const call = { id: 'call_1', name: 'search', args: {} };
const minute = 60_000;

describe('limitRate', () => {
  test('does not count calls that others denied, answered, or that nobody approved', async () => {
    for (const [verdict, ending] of [
      [deny('no'), 'denied'],
      [{ decision: 'respond', outcome: { result: 'cached' } }, 'result'],
      [ask('may I?'), 'approver_unavailable'],
    ] as const) {
      const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: minute })] });
      const dispose = hooks.addHook('preToolCall', () => verdict as never, { priority: 1000 });
      const chat = await openTestChat(hooks);
      expect(await repeat(3, () => callTool(chat))).toEqual([ending, ending, ending]);
      dispose();
      expect(await repeat(2, () => callTool(chat))).toEqual(['result', 'rate_limited']);
    }
  });

  test('counts an approved call once, also when the approver changed it', async () => {
    const hooks = createHooks({
      policies: [limitRate({ limit: 1, windowMs: minute, per: 'all' })],
      approver: ({ value }) => ({
        approved: true,
        change: { ...(value as object), args: { a: 1 } },
      }),
    });
    hooks.addHook('preToolCall', () => ask('may I?'));
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('result');
    expect(await callTool(chat)).toBe('rate_limited');
  });

  test('counts a suspended call when it runs, not when it was asked for', async () => {
    const hooks = createHooks({
      policies: [limitRate({ limit: 1, windowMs: minute, per: 'all' })],
    });
    hooks.addHook('preToolCall', () => ask('may I?'));
    const chat = await openTestChat(hooks, { suspends: true });
    expect(await repeat(3, () => callTool(chat))).toEqual(['suspended', 'suspended', 'suspended']);
  });

  test('counts what a watched hook would have denied, since it ran', async () => {
    const hooks = createHooks({ policies: [limitRate({ limit: 1, windowMs: minute })] });
    hooks.addHook('preToolCall', () => deny('no'), { mode: 'monitor' });
    const chat = await openTestChat(hooks);
    expect(await repeat(2, () => callTool(chat))).toEqual(['result', 'rate_limited']);
  });

  test.each<[string, Partial<StateStore>]>([
    [
      'throws',
      {
        update: () => {
          throw new Error('down');
        },
      },
    ],
    ['rejects', { update: () => Promise.reject(new Error('down')) }],
    ['holds something else', { update: (_, change) => change({ not: 'a count' }) }],
  ])('denies when the store %s', async (_, broken) => {
    const store = { ...memoryStore(), ...broken };
    const policy = limitRate({ limit: 1, windowMs: minute, store });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny({ code: 'hook_failed' });
  });
});
