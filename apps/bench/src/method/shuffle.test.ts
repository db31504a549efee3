import { describe, expect, test } from 'vitest';

import { shuffle } from './shuffle.ts';

describe('shuffle', () => {
  test('keeps every item and leaves its input in place', () => {
    const items = [1, 2, 3, 4, 5];
    expect(shuffle(items).toSorted((a, b) => a - b)).toEqual(items);
    expect(items).toEqual([1, 2, 3, 4, 5]);
  });

  test('puts every item in every place about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffle(['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(count).toBeGreaterThan(800);
  });

  test('follows the random source it is given', () => {
    expect(shuffle(['a', 'b', 'c'], () => 0)).toEqual(['b', 'c', 'a']);
  });
});
