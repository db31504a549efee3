import { expect, test } from 'vitest';

import { isSame, printOf } from './data-print.ts';

const VALUES: readonly unknown[] = [
  ...[undefined, null, 0, 1, '', 'a', '0', true, [], {}],
  ...[['a'], ['a', []], [['a']], ['a', 'b'], [['a'], 'b'], [{}], [[]]],
  ...[
    { a: 'b' },
    { a: 'b', c: {} },
    { a: { b: 'c' } },
    { a: 'b', c: 'd' },
    { a: { b: 'c', d: {} } },
  ],
  ...[{ a: ['b'] }, { a: undefined }, { a: [], b: {} }, { a: {}, b: [] }, { b: {}, a: [] }],
];

test.each(VALUES.map((value) => [value]))(
  '%j and its print are the same, and no other value is',
  (value) => {
    for (const other of VALUES)
      expect(isSame(structuredClone(other), printOf(value))).toBe(value === other);
  },
);

test('a change in place is seen, however deep', () => {
  const message = { content: [{ type: 'tool-call', input: { to: ['Ann'] } }] };
  const print = printOf(message);
  expect(isSame(message, print)).toBe(true);
  message.content[0]!.input.to.push('Bob');
  expect(isSame(message, print)).toBe(false);
});

test.each([
  ['bytes', new Uint8Array([1])],
  ['a date', new Date(0)],
  ['an object of a class', new URL('https://a.example')],
  ['a cycle', cycle()],
])('what may change unseen is never the same: %s', (_, value) => {
  expect(isSame({ value }, printOf({ value }))).toBe(false);
});

function cycle(): object {
  const loop: { self?: object } = {};
  return Object.assign(loop, { self: loop });
}
