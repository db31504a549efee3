import { expect, test, vi } from 'vitest';

import { LimitPerKey } from './limit-per-key.ts';

test('each has a number of their own, and a new one after a minute', async () => {
  vi.useFakeTimers();
  const limit = new LimitPerKey({ points: 2 });
  expect([await limit.take('one'), await limit.take('one'), await limit.take('one')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await limit.take('other')).toBe(true);
  vi.advanceTimersByTime(60_001);
  expect(await limit.take('one')).toBe(true);
  vi.useRealTimers();
});

test('whoever was seen longest ago is forgotten, so that memory does not grow', async () => {
  const limit = new LimitPerKey({ points: 1, most: 100 });
  expect(await limit.take('busy')).toBe(true);
  for (let at = 0; at < 1000; at += 1) {
    expect(await limit.take(`stranger ${at}`)).toBe(true);
    expect(await limit.take('busy')).toBe(false);
  }
  expect(limit.size).toBe(100);
  expect(await limit.take('stranger 0')).toBe(true);
  expect(await limit.take('stranger 999')).toBe(false);
});
