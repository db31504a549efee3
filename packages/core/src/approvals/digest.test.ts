import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { canonicalJson, digestOf } from './digest.ts';

describe('canonical JSON', () => {
  test.each<[unknown, string]>([
    [null, 'null'],
    [true, 'true'],
    ['a"b\n', '"a\\"b\\n"'],
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [[], '[]'],
    [{}, '{}'],
    [{ b: 1, a: { d: [1, 2], c: null } }, '{"a":{"c":null,"d":[1,2]},"b":1}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [[undefined, 1], '[null,1]'],
    [{ '\u20ac': 1, '\r': 2, '1': 3, A: 4, a: 5 }, '{"\\r":2,"1":3,"A":4,"a":5,"€":1}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [{ toJSON: 'just a key' }, '{"toJSON":"just a key"}'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('writes a shared object wherever it stands', () => {
    const shared = { n: 1 };
    expect(canonicalJson([shared, { shared }])).toBe('[{"n":1},{"shared":{"n":1}}]');
  });

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 1n],
    ['NaN', NaN],
    ['infinity', Infinity],
    ['nothing', undefined],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['an instance', new URL('http://localhost')],
    ['a function inside', { deep: [{ f: () => 1 }] }],
    ['an infinity inside', [[-Infinity]]],
  ])('cannot hold %s', (_, value) => {
    expect(canonicalJson(value)).toBeUndefined();
  });

  test('cannot hold a circle, through objects or lists', () => {
    const record: Record<string, unknown> = {};
    record['list'] = [{ record }];
    expect(canonicalJson(record)).toBeUndefined();
  });

  test('lets an error of the value itself through', () => {
    const broken = {
      get boom(): never {
        throw new RangeError('mine');
      },
    };
    expect(() => canonicalJson(broken)).toThrow('mine');
  });
});

describe('a digest', () => {
  test('is SHA-256 in hex over the canonical JSON', async () => {
    const expected = createHash('sha256').update('{"a":"ä","b":[1]}').digest('hex');
    expect(await digestOf({ b: [1], a: 'ä' })).toBe(expected);
  });

  test('of what JSON cannot hold does not exist', async () => {
    expect(await digestOf({ f: () => 1 })).toBeUndefined();
  });
});
