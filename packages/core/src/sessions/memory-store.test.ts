import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { memoryStore } from './memory-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the store in memory', () => {
  test('keeps what is set, and forgets what is set to undefined', () => {
    const store = memoryStore();
    expect(store.get('k')).toBeUndefined();
    void store.set('k', { n: 1 });
    expect(store.get('k')).toEqual({ n: 1 });
    void store.set('k', undefined);
    expect(store.get('k')).toBeUndefined();
  });

  test.each([null, 0, '', false])('keeps %j, which is a value', (value) => {
    const store = memoryStore();
    void store.set('k', value);
    expect(store.get('k')).toBe(value);
  });

  test('updates in one step and returns the new value', () => {
    const store = memoryStore();
    const add = (current: unknown): number => Number(current ?? 0) + 1;
    expect([store.update('k', add), store.update('k', add)]).toEqual([1, 2]);
    expect(store.update('k', () => undefined)).toBeUndefined();
    expect(store.get('k')).toBeUndefined();
  });

  test('leaves the value alone when the change throws', () => {
    const store = memoryStore();
    void store.set('k', 1);
    const fail = (): never => {
      throw new Error('x');
    };
    expect(() => store.update('k', fail)).toThrow('x');
    expect(store.get('k')).toBe(1);
  });

  test('forgets after the time to live, counted from the last write', () => {
    const store = memoryStore();
    void store.set('k', 1, 100);
    vi.advanceTimersByTime(99);
    expect(store.get('k')).toBe(1);
    void store.update('k', () => 2, 100);
    vi.advanceTimersByTime(99);
    expect(store.get('k')).toBe(2);
    vi.advanceTimersByTime(1);
    expect(store.get('k')).toBeUndefined();
    expect(store.update('k', (current) => current ?? 'none')).toBe('none');
  });

  test('keeps for ever what has no time to live', () => {
    const store = memoryStore();
    void store.set('k', 1, 100);
    void store.set('k', 2);
    vi.advanceTimersByTime(1_000_000);
    expect(store.get('k')).toBe(2);
  });

  test('clears every key of a prefix, and no other', () => {
    const store = memoryStore();
    for (const key of ['a:1', 'a:2', 'ab', 'b:a:1']) void store.set(key, true);
    void store.clear('a:');
    expect(['a:1', 'a:2', 'ab', 'b:a:1'].map((key) => store.get(key))).toEqual([
      undefined,
      undefined,
      true,
      true,
    ]);
  });

  test('is apart from every other', () => {
    const [one, two] = [memoryStore(), memoryStore()];
    void one.set('k', 1);
    expect(two.get('k')).toBeUndefined();
  });

  test('sweeps what expired unread, so that it does not grow for ever', () => {
    const store = memoryStore();
    const deleted = vi.spyOn(Map.prototype, 'delete');
    void store.set('short', 1, 10);
    void store.set('long', 2, 1_000_000);
    vi.advanceTimersByTime(20);
    for (let n = 0; n < 1024; n++) void store.set('other', n);
    expect(deleted.mock.calls).toContainEqual(['short']);
    expect(deleted.mock.calls).not.toContainEqual(['long']);
    deleted.mockRestore();
  });
});
