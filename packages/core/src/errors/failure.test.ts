import { describe, expect, test } from 'vitest';

import { errorOf, toFailure } from './failure.ts';

describe('a failure', () => {
  test('that is an Error, or has a message, stays itself', () => {
    const error = new Error('down');
    const plain = { message: 'down', status: 503 };
    expect(toFailure(error)).toBe(error);
    expect(toFailure(plain)).toBe(plain);
  });

  test.each<[unknown, string]>([
    ['down', 'down'],
    ['', ''],
    [7, '7'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ message: 7 }, '[object Object]'],
    [Object.create(null), 'unknown error'],
  ])('made of %j says %s', (thrown, message) => {
    expect(toFailure(thrown)).toEqual({ message });
  });

  test('becomes an Error to throw, with everything it says; an Error stays itself', () => {
    const error = new Error('down');
    expect(errorOf(error)).toBe(error);
    const made = errorOf({ message: 'down', code: 'E', status: 503 });
    expect(made).toBeInstanceOf(Error);
    expect(made).toMatchObject({ message: 'down', code: 'E', status: 503 });
  });
});
