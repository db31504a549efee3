import type { StateStore } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { limitRate } from '../../src/limit-rate/index.ts';
import { findServers, newPlace, openStore, wipePlace, type OpenedStore } from './store-servers.ts';

// Servers on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

const { present, missing } = await findServers('memory', 'redis', 'postgres');

for (const why of missing) {
  test(`a store is not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(present)('the %s store', (kind) => {
  let opened: OpenedStore;
  let store: StateStore;
  beforeAll(async () => {
    opened = await openStore(kind);
    ({ store } = opened);
  });
  beforeEach(() => store.clear(''));
  afterAll(async () => {
    await opened.close();
    await wipePlace(kind, opened.place);
  });

  test('keeps what is set, and forgets what is set to undefined', async () => {
    expect(await store.get('k')).toBeUndefined();
    await store.set('k', { n: [1, null, 'x'] });
    expect(await store.get('k')).toEqual({ n: [1, null, 'x'] });
    await store.set('k', undefined);
    expect(await store.get('k')).toBeUndefined();
  });

  test.each([[null], [0], [''], [false], [[]], [{}], ['\0'], ['ü😀\ud800']])(
    'keeps %j, which is a value',
    async (value) => {
      await store.set('k', value);
      expect(await store.get('k')).toEqual(value);
      expect(await store.update('k', (current) => [current])).toEqual([value]);
    },
  );

  test('updates in one step, returns the new value, and removes on undefined', async () => {
    const add = (current: unknown): number => Number(current ?? 0) + 1;
    expect([await store.update('k', add), await store.update('k', add)]).toEqual([1, 2]);
    expect(await store.update('k', () => undefined)).toBeUndefined();
    expect(await store.get('k')).toBeUndefined();
    expect(await store.update('k', () => undefined)).toBeUndefined();
  });

  test('leaves the value alone when the change throws', async () => {
    await store.set('k', 1);
    const failing = async (): Promise<unknown> =>
      store.update('k', () => {
        throw new Error('no change');
      });
    await expect(failing()).rejects.toThrow('no change');
    expect(await store.get('k')).toBe(1);
    expect(await store.update('k', () => 2)).toBe(2);
  });

  test('loses no update of many at once', async () => {
    const updates = Array.from({ length: 100 }, async () =>
      store.update('k', (current) => Number(current ?? 0) + 1),
    );
    expect((await Promise.all(updates)).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  test('loses no update of two clients of one server', async () => {
    const other = kind === 'memory' ? opened : await openStore(kind, opened.place);
    const add = (current: unknown): number => Number(current ?? 0) + 1;
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        (n % 2 === 0 ? store : other.store).update('k', add, 60_000),
      ),
    );
    expect(await store.get('k')).toBe(60);
    if (other !== opened) await other.close();
  });

  test('lets exactly one of many take a value away', async () => {
    await store.set('k', 'token');
    const takers = Array.from({ length: 20 }, async () => {
      let taken: unknown;
      await store.update('k', (current) => {
        taken = current;
        return undefined;
      });
      return taken;
    });
    expect((await Promise.all(takers)).filter((taken) => taken === 'token')).toHaveLength(1);
  });

  test('forgets after the time to live, counted from the last write', async () => {
    await store.set('k', 1, 120);
    expect(await store.get('k')).toBe(1);
    await pause(70);
    expect(await store.update('k', () => 2, 200)).toBe(2);
    await pause(100);
    expect(await store.get('k')).toBe(2);
    await pause(130);
    expect(await store.get('k')).toBeUndefined();
    expect(await store.update('k', (current) => current ?? 'none')).toBe('none');
  });

  test('keeps for ever what is written again without a time to live', async () => {
    await store.set('set', 1, 50);
    await store.set('set', 2);
    await store.set('updated', 1, 50);
    await store.update('updated', () => 2);
    await pause(80);
    expect([await store.get('set'), await store.get('updated')]).toEqual([2, 2]);
  });

  test.each([0, -1])('forgets at once what lives for %d ms', async (ttlMs) => {
    await store.set('k', 1, ttlMs);
    expect(await store.get('k')).toBeUndefined();
    expect(await store.update('k', () => 2, ttlMs)).toBe(2);
    expect(await store.get('k')).toBeUndefined();
  });

  test('takes times to live that are broken, huge or without end', async () => {
    for (const ttlMs of [1000.5, 1e13, 1e300, Infinity]) {
      await store.set('k', String(ttlMs), ttlMs);
      expect(await store.get('k')).toBe(String(ttlMs));
    }
  });

  test.each(['a:', 'a%', 'a_', 'a*', 'a?', 'a[b]', String.raw`a\ `, 'ü'])(
    'clears every key that begins with %j, and no other',
    async (prefix) => {
      const inside = [`${prefix}1`, `${prefix}2`, prefix];
      const outside = ['a', 'ax', 'aXb', 'b:a:1', 'ab', `x${prefix}`];
      for (const key of [...inside, ...outside]) await store.set(key, key);
      await store.clear(prefix);
      for (const key of inside) expect(await store.get(key)).toBeUndefined();
      for (const key of outside) expect(await store.get(key)).toBe(key);
    },
  );

  test('clears more keys than fit into one answer of a server', async () => {
    const count = kind === 'redis' ? 700 : 50;
    for (let n = 0; n < count; n += 50) {
      await Promise.all(Array.from({ length: 50 }, async (_, m) => store.set(`many:${n + m}`, n)));
    }
    await store.set('other', 1);
    await store.clear('many:');
    const left: unknown[] = [];
    for (let n = 0; n < count; n += 7) left.push(await store.get(`many:${n}`));
    expect(left.filter((value) => value !== undefined)).toEqual([]);
    expect(await store.get('other')).toBe(1);
  });

  test('rejects once its connection is closed, so that hooks deny', async () => {
    const closed = await openStore(kind);
    await closed.close();
    const trial = await tryPolicy(
      limitRate({ limit: 1, windowMs: 1000, store: closed.store }),
      'preToolCall',
      { call: { id: '1', name: 'a', args: {} } },
    );
    const { verdict } = trial;
    const code = verdict.decision === 'deny' ? verdict.code : verdict.decision;
    expect(code).toBe(kind === 'memory' ? 'allow' : 'hook_failed');
  });

  test('is empty at a place of its own', async () => {
    await store.set('k', 1);
    if (kind === 'memory') return;
    const place = newPlace();
    const elsewhere = await openStore(kind, place);
    expect(await elsewhere.store.get('k')).toBeUndefined();
    await elsewhere.close();
    await wipePlace(kind, place);
  });
});
