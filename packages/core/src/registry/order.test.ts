import { describe, expect, test } from 'vitest';

import { inOrder } from './hook-plan.ts';

const LIST = [
  { priority: 100, order: 2 },
  { priority: 10, order: 3 },
  { priority: 100, order: 1 },
  { priority: 10, order: 4 },
];

const orders = (after: boolean): number[] => inOrder(LIST, after).map(({ order }) => order);

describe('the order of registrations', () => {
  test('is by ascending priority, ties by registration', () => {
    expect(orders(false)).toEqual([3, 4, 1, 2]);
  });

  test('is by descending priority after a step, ties still by registration', () => {
    expect(orders(true)).toEqual([1, 2, 3, 4]);
  });

  test('leaves the list it is given alone', () => {
    const copy = [...LIST];
    inOrder(LIST, false);
    expect(LIST).toEqual(copy);
  });

  test('takes a priority that is no number for a tie', () => {
    const list = [
      { priority: NaN, order: 1 },
      { priority: 5, order: 2 },
    ];
    expect(inOrder(list, false).map(({ order }) => order)).toEqual([1, 2]);
  });
});
