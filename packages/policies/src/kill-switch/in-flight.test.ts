import { createHooks, memoryStore, type StateStore } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { askModel, answers, streamModel } from '../../test/kit/ask-model.ts';
import { callTool, openTestChat } from '../../test/kit/call-tool.ts';
import { killSwitch, switchOff, switchOn } from './index.ts';

expect.extend(policyMatchers);

const call = { id: 'call_1', name: 'refund', args: {} };

describe('a kill switch whose store', () => {
  const failing = (get: StateStore['get']): StateStore => ({ ...memoryStore(), get });

  test.each<[string, StateStore['get'], string]>([
    [
      'throws',
      () => {
        throw new Error('down');
      },
      'hook_failed',
    ],
    ['rejects', () => Promise.reject(new Error('down')), 'hook_failed'],
    ['never answers', () => new Promise(() => undefined), 'hook_timeout'],
    ['holds a text', () => 'off', 'switch_unreadable'],
    ['holds a list', () => [], 'switch_unreadable'],
    ['holds nothing but null', () => null, 'switch_unreadable'],
    ['holds an odd switch', () => ({ all: true }), 'switch_unreadable'],
    ['holds an odd time', () => ({ all: { until: 'tomorrow' } }), 'switch_unreadable'],
  ])('%s denies', async (_, get, code) => {
    const policy = killSwitch({ store: failing(get), timeoutMs: 20 });
    expect(await tryPolicy(policy, 'preToolCall', { call })).toDeny({ code });
  });

  test('holds something else is not overwritten', async () => {
    const store = memoryStore();
    await store.set('kill-switch:off', 'odd');
    await expect(switchOff(store)).rejects.toThrow('[switch_unreadable]');
    await expect(switchOn(store)).rejects.toThrow('[switch_unreadable]');
  });
});

describe('what is in flight when everything is switched off', () => {
  test('a call loses its result, a response never leaves', async () => {
    const store = memoryStore();
    const hooks = createHooks({ policies: [killSwitch({ store })] });
    const off = (): Promise<void> => switchOff(store, 'all');
    const chat = await openTestChat(hooks);
    expect(await callTool(chat, 'refund', off)).toBe('killed');
    await switchOn(store);
    const answer = async () => {
      await off();
      return answers();
    };
    expect(await askModel(chat, { answer })).toBe('killed');
  });

  test('a stream ends at its next piece, and is not held back before', async () => {
    const store = memoryStore();
    const hooks = createHooks({ policies: [killSwitch({ store, streamFreshMs: 0 })] });
    const left: string[] = [];
    hooks.observe('onResponseDelta', async ({ delta }) => {
      left.push(delta);
      if (left.length === 2) await switchOff(store);
    });
    expect(await streamModel(await openTestChat(hooks), ['a', 'b', 'c', 'd'])).toBe('ab[killed]');
  });

  test('wins over what another policy answers', async () => {
    const store = memoryStore();
    const hooks = createHooks({ policies: [killSwitch({ store })] });
    hooks.addHook('preToolCall', () => ({ result: 'cached' }), { priority: -2000 });
    await switchOff(store);
    expect(await callTool(await openTestChat(hooks))).toBe('killed');
  });

  test('reads the store once for pieces in quick succession', async () => {
    const store = memoryStore();
    const get = vi.fn<StateStore['get']>((key) => store.get(key));
    const hooks = createHooks({ policies: [killSwitch({ store: { ...store, get } })] });
    await streamModel(
      await openTestChat(hooks),
      Array.from({ length: 50 }, () => 'x'),
    );
    expect(get.mock.calls.length).toBeLessThan(8);
    const fresh = vi.fn<StateStore['get']>((key) => store.get(key));
    const lazy = createHooks({
      policies: [killSwitch({ store: { ...store, get: fresh }, freshMs: 10_000 })],
    });
    await askModel(await openTestChat(lazy));
    expect(fresh).toHaveBeenCalledTimes(1);
  });

  test('reads the store again in time though the clock of the machine stands still', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const store = memoryStore();
    const hooks = createHooks({ policies: [killSwitch({ store, freshMs: 20 })] });
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('result');
    await switchOff(store);
    await expect.poll(() => callTool(chat)).toBe('killed');
  });
});
