import { expect, test } from 'vitest';

import { makeOrigins } from './native-origins.ts';

test('a value remembers what it was made from, also when it is frozen first', () => {
  const origins = makeOrigins<{ text: string }>();
  const native = { text: 'hello' };
  const neutral = origins.remember(Object.freeze({ type: 'text' }), native);
  expect(origins.of(neutral)).toBe(native);
});

test('a copy and a value of another kind remember nothing', () => {
  const origins = makeOrigins<{ text: string }>();
  const neutral = makeOrigins().remember({ type: 'text' }, { text: 'hello' });
  expect(origins.of(neutral)).toBeUndefined();
  expect(origins.of({ ...origins.remember({}, { text: 'hello' }) })).toBeUndefined();
});
