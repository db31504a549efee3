import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Restarts } from './restarts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets a worker live for this time, and returns how long the slot then rests. */
function die(restarts: Restarts, livesMs: number): number {
  vi.advanceTimersByTime(restarts.restMs);
  restarts.began();
  vi.advanceTimersByTime(livesMs);
  restarts.ended();
  return restarts.restMs;
}

test('the first five are replaced at once, then each rest is twice as long, up to half a minute', () => {
  const restarts = new Restarts();
  const rests = Array.from({ length: 14 }, () => die(restarts, 9000));
  expect(rests).toEqual([
    0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test('a worker that lived for ten seconds begins the count anew, and one that never began does not', () => {
  const restarts = new Restarts();
  for (let deaths = 0; deaths < 7; deaths += 1) die(restarts, 0);
  vi.advanceTimersByTime(60_000);
  restarts.ended();
  expect(restarts.restMs).toBe(2000);
  expect(die(restarts, 10_000)).toBe(0);
});
