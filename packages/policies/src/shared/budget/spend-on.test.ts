import { expect, test } from 'vitest';

import { spendOn } from './spend-on.ts';
import { TooComplex } from './too-complex.ts';
import { withinBudget } from './work-budget.ts';

const PRICE = { value: 3, character: 2 };

test.each([
  ['abc', 3 + 3 * 2],
  [7, 3],
  [{ ab: 'c', d: null }, 3 + 2 * 2 + (3 + 2) + 2 + 3],
  [[], 3],
  [['a', ['b']], 3 + 2 * (3 + 2) + (3 + 2) + 3 + (3 + 2) + (3 + 2)],
  [Array.from({ length: 11 }, () => 0), 3 + 11 * 3 + 12 * 2 + 11 * 3],
  [Array.from({ length: 1001 }, () => 0), 3 + 1001 * 3 + (10 + 180 + 2700 + 4) * 2 + 1001 * 3],
  [new Uint8Array(1000), 3],
])('reading %j costs %i', (value, units) => {
  expect(() => withinBudget(units, () => spendOn(value, PRICE))).not.toThrow();
  expect(() => withinBudget(units - 1, () => spendOn(value, PRICE))).toThrow(TooComplex);
});

test('what lies in itself is read once', () => {
  const list: unknown[] = [];
  list.push(list);
  const units = 3 + (3 + 2) + 3;
  expect(() => withinBudget(units, () => spendOn(list, PRICE))).not.toThrow();
  expect(() => withinBudget(units - 1, () => spendOn(list, PRICE))).toThrow(TooComplex);
});

test('a long list is denied by its length, before anybody reads an item', () => {
  const list = new Proxy(Array.from({ length: 1000 }), {
    get(target, key, receiver) {
      if (key === 'length') return Reflect.get(target, key, receiver) as unknown;
      throw new Error(`read ${String(key)}`);
    },
  });
  expect(() => withinBudget(2000, () => spendOn(list, PRICE))).toThrow(TooComplex);
});
