import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type * as watchdogModule from './hook-deadlines.ts';

type Watchdog = typeof watchdogModule;

/** Watches an object that notes what happens to it. */
function watched({ watch, deadlineAfter }: Watchdog, milliseconds: number) {
  const log: string[] = [];
  const each = {
    log,
    deadline: Infinity,
    aborted: false,
    expire: () => void log.push('expired'),
    abandon: () => void log.push('abandoned'),
  };
  watch(each);
  if (milliseconds !== Infinity) each.deadline = deadlineAfter(milliseconds);
  return each;
}

let watchdog: Watchdog;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  watchdog = await import('./hook-deadlines.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the watchdog', () => {
  test('runs one timer while something is watched, and none when idle', () => {
    expect(vi.getTimerCount()).toBe(0);
    const all = [100, 200, 300].map((limit) => watched(watchdog, limit));
    expect(vi.getTimerCount()).toBe(1);
    for (const each of all) watchdog.unwatch(each);
    vi.advanceTimersByTime(25);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([3_600_000, -3_600_000])(
    'ends nothing early or late if the clock is set: %d ms',
    (ms) => {
      const both = [watched(watchdog, 100), watched(watchdog, 5000)];
      vi.setSystemTime(Date.now() + ms);
      vi.advanceTimersByTime(50);
      expect(both.map(({ log }) => log)).toEqual([[], []]);
      vi.advanceTimersByTime(5000);
      expect(both.map(({ log }) => log[0])).toEqual(['expired', 'expired']);
      for (const each of both) watchdog.unwatch(each);
    },
  );

  test('starts again after it was idle', () => {
    const first = watched(watchdog, 50);
    watchdog.unwatch(first);
    vi.advanceTimersByTime(60);
    const second = watched(watchdog, 50);
    vi.advanceTimersByTime(75);
    expect([first.log[0], second.log[0]]).toEqual([undefined, 'expired']);
  });

  test.each([10, 50, 999, 1000, 30_000])(
    'expires what has a limit of %d ms after it, within two ticks',
    (limit) => {
      const each = watched(watchdog, limit);
      vi.advanceTimersByTime(limit - 1);
      expect(each.log).toEqual([]);
      vi.advanceTimersByTime(51);
      expect(each.log[0]).toBe('expired');
    },
  );

  test('never expires what has no limit', () => {
    const each = watched(watchdog, Infinity);
    vi.advanceTimersByTime(10_000_000);
    expect(each.log).toEqual([]);
  });

  test('abandons what was aborted at the next tick, whatever its limit', () => {
    const each = watched(watchdog, Infinity);
    each.aborted = true;
    vi.advanceTimersByTime(25);
    expect(each.log[0]).toBe('abandoned');
  });

  test('lets go of what is unwatched, wherever it stands', () => {
    for (const gone of [0, 1, 2]) {
      const all = [50, 50, 50].map((limit) => watched(watchdog, limit));
      watchdog.unwatch(all[gone]!);
      watchdog.unwatch(all[gone]!);
      vi.advanceTimersByTime(75);
      expect(all.map(({ log }) => log.length > 0)).toEqual(all.map((_, index) => index !== gone));
      for (const each of all) watchdog.unwatch(each);
    }
  });

  test('does not expire what an expiry before it unwatched in the same tick', () => {
    const [first, second] = [watched(watchdog, 50), watched(watchdog, 50)];
    const unwatchBoth = (): void => {
      first.log.push('first');
      watchdog.unwatch(first);
      watchdog.unwatch(second);
    };
    Object.assign(first, { expire: unwatchBoth });
    Object.assign(second, { expire: unwatchBoth });
    vi.advanceTimersByTime(75);
    expect(first.log).toEqual(['first']);
  });

  test('serves a deadline that moved', () => {
    const each = watched(watchdog, 50);
    vi.advanceTimersByTime(40);
    each.deadline = watchdog.deadlineAfter(50);
    vi.advanceTimersByTime(45);
    expect(each.log).toEqual([]);
    vi.advanceTimersByTime(55);
    expect(each.log[0]).toBe('expired');
  });

  test('goes by the real clock for short limits, also when its own stands still', () => {
    watched(watchdog, 10_000);
    vi.setSystemTime(Date.now() + 300);
    const each = watched(watchdog, 100);
    vi.advanceTimersByTime(99);
    expect(each.log).toEqual([]);
  });

  test('keeps the process alive while a hook is pending, so that the step is decided', () => {
    const unref = vi.fn<() => void>();
    vi.stubGlobal('setInterval', () => ({ unref }));
    watched(watchdog, 50);
    expect(unref).not.toHaveBeenCalled();
  });
});

describe('where timers belong to requests', () => {
  beforeEach(async () => {
    vi.stubGlobal('WebSocketPair', Object);
    vi.resetModules();
    watchdog = await import('./hook-deadlines.ts');
  });

  test('the watchdog runs a timer for each that is watched, and none when idle', () => {
    const all = [100, 200].map((limit) => watched(watchdog, limit));
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(150);
    expect(all.map(({ log }) => log.length > 0)).toEqual([true, false]);
    for (const each of all) watchdog.unwatch(each);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([50, 2000])(
    'what has a limit of %d ms expires after it, and what was aborted is abandoned',
    (limit) => {
      const [late, left] = [watched(watchdog, limit), watched(watchdog, Infinity)];
      vi.advanceTimersByTime(limit - 1);
      expect(late.log).toEqual([]);
      left.aborted = true;
      vi.advanceTimersByTime(76);
      expect([late.log[0], left.log[0]]).toEqual(['expired', 'abandoned']);
    },
  );
});
