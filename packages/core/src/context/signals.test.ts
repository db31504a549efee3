import { afterEach, describe, expect, test, vi } from 'vitest';

import { followSignal } from './follow-signal.ts';
import { pause } from '../cycles/step/pause.ts';

afterEach(() => vi.useRealTimers());

describe('following a signal', () => {
  test('calls back once with the reason when it aborts', () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    followSignal(controller.signal, (reason) => reasons.push(reason));
    controller.abort('stop');
    controller.abort('again');
    expect(reasons).toEqual(['stop']);
  });

  test('calls back at once when it has aborted', () => {
    const reasons: unknown[] = [];
    expect(
      followSignal(AbortSignal.abort('early'), (reason) => reasons.push(reason)),
    ).toBeUndefined();
    expect(reasons).toEqual(['early']);
  });

  test('may be stopped, and of no signal does nothing', () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    followSignal(controller.signal, (reason) => reasons.push(reason))?.();
    controller.abort('stop');
    expect(followSignal(undefined, (reason) => reasons.push(reason))).toBeUndefined();
    expect(reasons).toEqual([]);
  });
});

describe('a pause', () => {
  test('waits as long as it says', async () => {
    vi.useFakeTimers();
    let over = false;
    void pause(100, new AbortController().signal).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(99);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
  });

  test('of no length is over at once, without a timer', async () => {
    vi.useFakeTimers();
    await pause(0, new AbortController().signal);
    await pause(-5, new AbortController().signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is aborted rejects with the reason and leaves no timer', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const waiting = pause(1000, controller.signal);
    controller.abort('stop');
    await expect(waiting).rejects.toBe('stop');
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([0, 1000])(
    'of %d ms on a signal that has aborted rejects at once',
    async (milliseconds) => {
      await expect(pause(milliseconds, AbortSignal.abort('early'))).rejects.toBe('early');
    },
  );

  test('that is over leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await pause(1, signal);
    expect(removed).toHaveBeenCalledOnce();
  });
});
