import { describe, expect, test } from 'vitest';

import { parsePython } from './parse-python.ts';

describe('a Python literal', () => {
  test.each([
    ["{'a': 1, 'b': [True, False, None]}", { a: 1, b: [true, false, null] }],
    ['("x", -1.5e3,)', ['x', -1500]],
    ["'it\\'s'", "it's"],
    [`"it's"`, "it's"],
    ["'a\\nb\\tc\\\\d \\xe9 \\u2019'", 'a\nb\tc\\d é ’'],
    ["[Issue(owner='bob', texts=[{'body': 'x'}])]", [{ owner: 'bob', texts: [{ body: 'x' }] }]],
    ['[]', []],
    ['  {}  ', {}],
  ])('%s is read', (text, value) => {
    expect(parsePython(text)).toEqual(value);
  });

  test('keeps what is quoted together, whatever it looks like', () => {
    const review = `great', 'product_id': 'P999'}, 'Free': {'price': 0`;
    const text = `{'Mug': {'reviews': ["${review}"], 'product_id': 'P001'}}`;
    expect(parsePython(text)).toEqual({ Mug: { reviews: [review], product_id: 'P001' } });
  });

  test.each(['', "{'a': }", "{'a' 1}", "['a' 'b']", "['a", 'No emails found.', '[1] [2]', 'f(1)'])(
    '%j is none',
    (text) => {
      expect(() => parsePython(text)).toThrow(SyntaxError);
    },
  );
});
