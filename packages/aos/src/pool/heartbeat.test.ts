import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Heartbeat } from './heartbeat.ts';

const BUDGET_MS = 1000;
let now = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets the time of timers pass; the process stands still for the rest of the time, if any. */
function pass(ms: number, stillMs = 0): void {
  now += ms + stillMs;
  vi.advanceTimersByTime(ms);
}

function start(): { heartbeat: Heartbeat; silent: () => void } {
  const silent = vi.fn<() => void>();
  const heartbeat = new Heartbeat(BUDGET_MS, () => undefined, silent);
  heartbeat.start();
  return { heartbeat, silent };
}

test('a worker that says nothing within its budget is silent', () => {
  const { silent } = start();
  pass(BUDGET_MS - 1);
  expect(silent).not.toHaveBeenCalled();
  pass(2);
  expect(silent).toHaveBeenCalledOnce();
});

test('a worker has time to answer after the machine stood still, and no more than its budget', () => {
  const { heartbeat, silent } = start();
  pass(BUDGET_MS, 60_000);
  pass(BUDGET_MS - 1);
  expect(silent).not.toHaveBeenCalled();
  heartbeat.heard();
  pass(BUDGET_MS / 4 + 1);
  pass(BUDGET_MS + 1, 60_000);
  pass(BUDGET_MS + 1, 60_000);
  expect(silent).toHaveBeenCalledOnce();
});
