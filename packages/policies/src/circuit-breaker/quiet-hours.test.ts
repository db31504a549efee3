import { createHooks, type Hooks } from '@interpose/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { askModel } from '../../test/kit/ask-model.ts';
import { callTool, openTestChat, repeat } from '../../test/kit/call-tool.ts';
import { circuitBreaker } from './index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const broken = async (): Promise<never> => {
  throw new Error('down');
};

function hooksWith(failures: number): Hooks {
  return createHooks({ policies: [circuitBreaker({ failures, openMs: 500 })], retries: 0 });
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
});
