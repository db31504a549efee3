import { expect, test } from 'vitest';

import { textsIn } from './texts-in.ts';

test('an object that holds one text or number is read as that', () => {
  const found = textsIn({ to: new String('https://a.example'), host: new Number(2130706433) });
  expect(found?.map(({ text }) => text)).toEqual(['to', 'https://a.example', 'host', '2130706433']);
});
