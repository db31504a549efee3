import { describe, expect, test } from 'vitest';

import { streamOf } from './stream-of.ts';
import { mapParts, partsFrom } from './parts-from.ts';

function counting(parts: number): {
  readonly asked: number;
  readonly left: number;
  read(): unknown;
} {
  const seen = { asked: 0, left: 0 };
  const source = partsFrom<number>({
    next: () =>
      Promise.resolve(
        seen.asked++ < parts
          ? { done: false, value: seen.asked }
          : { done: true, value: undefined },
      ),
    leave: async () => seen.left++,
  });
  return Object.assign(seen, { read: () => readAll(source) });
}

async function readAll(source: ReturnType<typeof partsFrom<number>>): Promise<readonly number[]> {
  const reader = source.getReader();
  const parts: number[] = [];
  for (;;) {
    const read = await reader.read();
    if (read.done) break;
    parts.push(read.value);
  }
  await reader.cancel();
  return parts;
}

describe('parts that are read without a stream', () => {
  test('are asked for one at a time, and nobody is told to stop once they have ended', async () => {
    const source = counting(3);
    await expect(source.read()).resolves.toEqual([1, 2, 3]);
    expect([source.asked, source.left]).toEqual([4, 0]);
  });

  test('end for a reader that waits as soon as they are left', async () => {
    let left = 0;
    const reader = partsFrom<number>({
      next: () => new Promise(() => undefined),
      leave: async () => left++,
    }).getReader();
    const waiting = reader.read();
    await reader.cancel();
    await expect(Promise.all([waiting, reader.read()])).resolves.toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect(left).toBe(1);
  });

  test('fail a read with the very error, and have ended after it', async () => {
    const broken = new Error('the line is gone');
    const reader = partsFrom<number>({
      next: () => Promise.reject(broken),
      leave: async () => undefined,
    }).getReader();
    await expect(reader.read()).rejects.toBe(broken);
    await expect(reader.read()).resolves.toEqual({ done: true, value: undefined });
  });

  test('leave out what a map puts nothing in the place of', async () => {
    const numbers = streamOf([1, 2, 3, 4]);
    const even = mapParts<number>(numbers, (each) => (each % 2 === 0 ? undefined : []));
    await expect(readAll(even)).resolves.toEqual([2, 4]);
  });

  test('are given one by one where a map puts several in the place of a part, or none', async () => {
    const numbers = streamOf([0, 3, 0, 2]);
    const counted = mapParts<number>(numbers, (each) => Array.from({ length: each }, () => each));
    await expect(readAll(counted)).resolves.toEqual([3, 3, 3, 2, 2]);
  });

  test('begin with what was read before', async () => {
    const rest = ['b', 'c'].values();
    const first: IteratorResult<string> = { done: false, value: 'a' };
    const source = partsFrom({
      first,
      next: async () => rest.next(),
      leave: async () => undefined,
    });
    const reader = source.getReader();
    const read = [await reader.read(), await reader.read(), await reader.read()];
    expect(read.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
    await expect(reader.read()).resolves.toEqual({ done: true, value: undefined });
  });

  test('fail a read if a value cannot be split, and have ended after it', async () => {
    const broken = new Error('odd');
    const split = (): never => {
      throw broken;
    };
    const reader = mapParts<number>(streamOf([1, 2]), split).getReader();
    await expect(reader.read()).rejects.toBe(broken);
    await expect(reader.read()).resolves.toEqual({ done: true, value: undefined });
  });

  test('of one value that wait are gone once the reader leaves', async () => {
    const reader = mapParts<number>(streamOf([1]), () => [1, 2]).getReader();
    await reader.read();
    await reader.cancel();
    await expect(reader.read()).resolves.toEqual({ done: true, value: undefined });
  });
});
