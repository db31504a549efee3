import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hasRepeatedKey } from './has-repeated-key.ts';

test('a key that stands twice in one object is found, however it is written', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a" : 1, "b": {}, "a"\n: 2}',
    '[{"x":{"y":[{"z":1,"z":2}]}}]',
    '{"__proto__":1,"__proto__":2}',
    String.raw`{"\"":1,"\"":2}`,
  ])
    expect([text, hasRepeatedKey(text)]).toEqual([text, true]);
});

test('the same key in two objects, and the same text as a value, are no repetition', () => {
  for (const text of [
    '{"a":{"a":1},"b":{"a":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '["a","a"]',
    '{}',
    '1',
    '"a"',
  ])
    expect([text, hasRepeatedKey(text)]).toEqual([text, false]);
});

test('what a writer of JSON wrote has no key twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hasRepeatedKey(JSON.stringify(value, undefined, 2))).toBe(false);
    }),
  );
});

test('any key of any object that is written once more is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const [key] = Object.keys(value);
      const text = JSON.stringify([value]);
      const again = `${text.slice(0, -2)},${JSON.stringify(key)}:0}]`;
      expect(hasRepeatedKey(again)).toBe(true);
    }),
  );
});
