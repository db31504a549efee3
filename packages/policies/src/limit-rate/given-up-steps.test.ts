import { ask, createHooks, deny, memoryStore, type Policy, type StateStore } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { callTool, openTestChat } from '../../test/kit/call-tool.ts';
import { every, some } from '../combine/index.ts';
import { limitRate } from './index.ts';

const once = { limit: 1, windowMs: 60_000, per: 'all' } as const;
const minutes = (): Promise<never> => new Promise(() => undefined);

/** Makes a store that holds every update back until `letGo` is called. */
function heldStore(): {
  readonly store: StateStore;
  readonly letGo: () => void;
  readonly updates: () => number;
} {
  const inner = memoryStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  let updates = 0;
  const update: StateStore['update'] = async (...given) => {
    await promise;
    updates += 1;
    return inner.update(...given);
  };
  return { store: { ...inner, update }, letGo: resolve, updates: () => updates };
}

describe('limitRate', () => {
  test('gives back a call whose chat ends while a person is asked', async () => {
    const hooks = createHooks({ policies: [limitRate(once)], approver: minutes });
    const dispose = hooks.addHook('preToolCall', () => ask('may I?'));
    const over = new AbortController();
    const calling = callTool(await openTestChat(hooks, { signal: over.signal }));
    await Promise.resolve();
    over.abort(new Error('left'));
    await expect(calling).rejects.toThrow('left');
    dispose();
    expect(await callTool(await openTestChat(hooks))).toBe('result');
  });

  test('counts a call whose chat ends while it runs', async () => {
    const hooks = createHooks({ policies: [limitRate(once)] });
    const over = new AbortController();
    const chat = await openTestChat(hooks, { signal: over.signal });
    const run = (): never => {
      over.abort(new Error('left'));
      throw over.signal.reason as Error;
    };
    await expect(callTool(chat, 'search', run)).rejects.toThrow('left');
    expect(await callTool(await openTestChat(hooks))).toBe('rate_limited');
  });

  test('gives back what a store counts after the gate gave up on it', async () => {
    const { store, letGo, updates } = heldStore();
    const hooks = createHooks({ policies: [limitRate({ ...once, store })], timeoutMs: 25 });
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('hook_timeout');
    letGo();
    // The first update counts, the second gives the count back.
    await expect.poll(updates).toBe(2);
    expect(await callTool(chat)).toBe('result');
  });

  test('gives back what a member of some counted after a change of its own', async () => {
    const change: Policy = {
      name: 'change',
      hooks: { preToolCall: ({ call }) => ({ call: { ...call, args: { a: 1 } } }) },
    };
    const hooks = createHooks({
      policies: [some(every(change, limitRate(once)), limitRate({ ...once, limit: 9 }))],
    });
    const dispose = hooks.addHook('preToolCall', () => deny('no'), { priority: 1000 });
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('denied');
    dispose();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ call }) => void seen.push(call.args), { priority: 1000 });
    expect(await callTool(chat)).toBe('result');
    expect(seen).toEqual([{ a: 1 }]);
  });
});
