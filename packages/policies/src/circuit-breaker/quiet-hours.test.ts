import { createHooks, memoryStore, type Hooks, type StateStore } from '@interpose/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { askModel } from '../../test/kit/ask-model.ts';
import { callTool, openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { circuitBreaker, type CircuitBreakerOptions } from './index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const broken = async (): Promise<never> => {
  throw new Error('down');
};

function hooksWith(failures: number, more: CircuitBreakerOptions = {}): Hooks {
  return createHooks({
    policies: [circuitBreaker({ failures, openMs: 500, ...more })],
    retries: 0,
  });
}

describe('circuitBreaker', () => {
  test('reads the status of a failure that another one hides', async () => {
    const chat = await openTestChat(hooksWith(1));
    const cause = Object.assign(new Error('bad request'), { status: 400 });
    await askModel(chat, { answer: () => Promise.reject(new Error('failed', { cause })) });
    expect(await askModel(chat)).toBe('hi');
  });

  test('tells tools apart whose names differ only in halves of surrogate pairs', async () => {
    const chat = await openTestChat(hooksWith(2));
    await repeat(2, () => callTool(chat, 'half\uD800', broken));
    expect(await callTool(chat, 'half\uD800')).toBe('circuit_open');
    for (const other of ['half\uD801', 'half\uFFFD'])
      expect(await callTool(chat, other)).toBe('result');
  });

  test('still lets one probe pass after nobody asked for long', async () => {
    const chat = await openTestChat(hooksWith(2));
    await repeat(2, () => callTool(chat, 'search', broken));
    vi.advanceTimersByTime(3_600_000);
    const endings = await Promise.all([1, 2, 3].map(() => callTool(chat, 'search', broken)));
    expect(endings).toEqual(['error', 'circuit_open', 'circuit_open']);
  });

  test('opens and probes by the clock of the store where the clock of a machine is ahead', async () => {
    const [kept, begin, hourMs] = [memoryStore(), Date.now(), 3_600_000];
    let passedMs = 0;
    const store: StateStore = {
      ...kept,
      update: (key, change) => kept.update(key, (stored) => change(stored, begin + passedMs)),
    };
    const [ahead, right] = await Promise.all(
      [1, 1].map((failures) => openTestChat(hooksWith(failures, { store }))),
    );
    const call = (chat = ahead!, run?: () => Promise<never>): Promise<string> => {
      vi.setSystemTime(begin + passedMs + (chat === ahead ? hourMs : 0));
      return callTool(chat, 'search', run);
    };
    expect(await call(ahead, broken)).toBe('error');
    expect(await call(ahead)).toBe('circuit_open');
    passedMs = 501;
    expect(await call(right, broken)).toBe('error');
    expect(await call(ahead)).toBe('circuit_open');
  });

  test('waits no longer for the probe where the clock was set back', async () => {
    const chat = await openTestChat(hooksWith(1));
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await callTool(chat, 'search', broken)).toBe('error');
    vi.advanceTimersByTime(501);
    expect(await callTool(chat, 'search')).toBe('result');
  });
});
