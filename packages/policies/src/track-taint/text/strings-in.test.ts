import { expect, test } from 'vitest';

import { namedStringsIn } from './strings-in.ts';

test('an object that holds one text or number is read as that', () => {
  const found = namedStringsIn('', { to: new String('a@b.example'), cents: new Number(5) });
  expect(found).toEqual([
    ['to', 'a@b.example'],
    ['cents', '5'],
  ]);
});
