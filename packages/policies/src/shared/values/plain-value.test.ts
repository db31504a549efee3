import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { NotPlain, plainValue, type Scalars } from './plain-value.ts';

const json: Scalars = { scalar: (value) => value, key: () => undefined };

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe('a plain value', () => {
  test('is equal to what it was made of, in one order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noNullPrototype: true } as never), (value) => {
        const plain = plainValue(value, json);
        expect(JSON.parse(JSON.stringify(plain))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.stringify(plainValue(reversed(value), json))).toBe(JSON.stringify(plain));
      }),
    );
  });

  test('leaves out what is undefined', () => {
    expect(plainValue({ a: undefined, b: 1 }, json)).toEqual({ b: 1 });
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  test.each<[string, unknown]>([
    ['a function', { run: () => 1 }],
    ['a symbol', [Symbol('x')]],
    ['a bigint', 1n],
    ['NaN', { n: Number.NaN }],
    ['an infinity', Infinity],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a hole in a list', [undefined]],
    ['a cycle', cycle],
    ['nothing', undefined],
  ])('is not made of %s', (_, value) => {
    expect(() => plainValue(value, json)).toThrow(NotPlain);
  });
});
