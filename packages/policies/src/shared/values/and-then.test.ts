import { expect, test } from 'vitest';

import { andThen } from './and-then.ts';

test('a value that is there is gone on with at once, a promised one later', async () => {
  expect(andThen(20, (value) => value + 1)).toBe(21);
  expect(await andThen(Promise.resolve(20), (value) => value + 1)).toBe(21);
});

test('a value with a key named then is no promise', () => {
  const args: unknown = JSON.parse('{ "then": "ship it" }');
  expect(andThen(args, (value) => value)).toBe(args);
});
