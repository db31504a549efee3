import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// @boundaries-ignore shared by tests only
import { collect } from '../../../testing/test/collect-garbage.ts';
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

  test('refuses a time to live that is no number', () => {
    const store = memoryStore();
    expect(() => store.set('k', 1, Number.NaN)).toThrow('[invalid_option] ttlMs is NaN');
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

  test('sweeps again each time that more can have expired', () => {
    const store = memoryStore();
    const deleted = vi.spyOn(Map.prototype, 'delete');
    void store.set('soon', 1, 10);
    void store.set('later', 2, 1000);
    void store.set('prolonged', 3, 1000);
    vi.advanceTimersByTime(20);
    for (let n = 0; n < 16; n++) void store.set('other', n);
    void store.set('prolonged', 3, 1_000_000);
    vi.advanceTimersByTime(1000);
    for (let n = 0; n < 16; n++) void store.set('other', n);
    expect(deleted.mock.calls).toEqual([['soon'], ['later']]);
    deleted.mockRestore();
  });

  test('drops a removed key after many others, unless it came back, and those that come and go never', () => {
    const store = memoryStore();
    const deleted = vi.spyOn(Map.prototype, 'delete');
    const comeAndGo = (key: string): void => {
      void store.set(key, 1);
      void store.set(key, undefined);
    };
    comeAndGo('gone');
    comeAndGo('back');
    void store.set('back', 2);
    for (let n = 0; n < 2000; n++) comeAndGo(`often${n % 20}`);
    expect(deleted.mock.calls).toEqual([['gone']]);
    expect(store.get('back')).toBe(2);
    deleted.mockRestore();
  });

  test('holds nothing of keys that were removed, long before what has a lifetime expires', () => {
    const store = memoryStore();
    const heapAfter = (keys: number): number => {
      for (let n = 0; n < keys; n++) {
        void store.set(`key${n}`, 1, 3_600_000);
        void store.set(`key${n}`, undefined);
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = heapAfter(20_000);
    expect(heapAfter(100_000) - before).toBeLessThan(5_000_000);
  });

  test('says what a plain Map would, whatever is written, removed, cleared and expires in between', () => {
    const key = fc.integer({ min: 0, max: 600 }).map((n) => `k${n % 7 === 0 ? 'a:' : ''}${n}`);
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(
          key,
          fc.option(fc.nat(), { nil: undefined }),
          fc.option(fc.integer({ min: 1, max: 9000 }), { nil: undefined }),
        ),
      },
      { weight: 1, arbitrary: fc.constant(['ka:'] as const) },
      { weight: 2, arbitrary: fc.tuple(fc.integer({ min: 1, max: 3000 })) },
    );
    const steps = fc.array(step, { minLength: 400, maxLength: 2000, size: 'max' });
    fc.assert(
      fc.property(steps, (all) => {
        const [store, plain] = [memoryStore(), new PlainStore()];
        const differing: string[] = [];
        const compare = (name: string): void => {
          if (store.get(name) !== plain.get(name)) differing.push(name);
        };
        for (const one of all) {
          if (typeof one[0] === 'number') vi.advanceTimersByTime(one[0]);
          else if (one.length === 1) for (const each of [store, plain]) void each.clear(one[0]);
          else {
            compare(one[0]);
            for (const each of [store, plain]) void each.set(...one);
          }
        }
        for (let n = 0; n <= 600; n++) for (const name of [`k${n}`, `ka:${n}`]) compare(name);
        expect(differing).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

/** A store that never sweeps. */
class PlainStore {
  readonly #entries = new Map<string, readonly [value: unknown, expiresAt: number]>();

  get(key: string): unknown {
    const [value, expiresAt = Infinity] = this.#entries.get(key) ?? [];
    return expiresAt > performance.now() ? value : undefined;
  }

  set(key: string, value: unknown, ttlMs: number = Infinity): void {
    this.#entries.set(key, [value, performance.now() + ttlMs]);
  }

  clear(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }
}
