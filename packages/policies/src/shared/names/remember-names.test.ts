import { expect, test } from 'vitest';

import { rememberNames } from './remember-names.ts';

test('asks once about a name, whatever the answer was', () => {
  const asked: string[] = [];
  const isShort = rememberNames((name) => {
    asked.push(name);
    return name.length < 4;
  });
  expect(['abc', 'abcd', 'abc', 'abcd'].map(isShort)).toEqual([true, false, true, false]);
  expect(asked).toEqual(['abc', 'abcd']);
});

test('says the same of any number of names, and keeps no long ones', () => {
  const asked = new Map<string, number>();
  const isEven = rememberNames((name) => {
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return Number(name.slice(-1)) % 2 === 0;
  });
  const names = Array.from({ length: 3000 }, (_, index) => `tool_${index}`);
  for (const name of [...names, ...names])
    expect(isEven(name)).toBe(Number(name.slice(-1)) % 2 === 0);
  const long = `${'x'.repeat(600)}2`;
  expect([isEven(long), isEven(long)]).toEqual([true, true]);
  expect(asked.get(long)).toBe(2);
});
