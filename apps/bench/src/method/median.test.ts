import { describe, expect, test } from 'vitest';

import { median } from './median.ts';

describe('median', () => {
  test('takes the middle of an odd number of values, compared as numbers', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  test('takes the mean of the two middle values of an even number', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('is not moved by one outlier', () => {
    expect(median([1, 1.01, 0.99, 1, 500])).toBe(1);
  });

  test('leaves its input in place', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  test('is not a number when there are no values', () => {
    expect(median([])).toBeNaN();
  });
});
