import { describe, expect, test } from 'vitest';

import { frozenCopy } from '../../context/freeze.ts';
import { differenceOf, thawed } from './difference.ts';

describe('two values that say the same', () => {
  test.each([
    ['texts', 'hello', 'hello'],
    ['numbers that are none', NaN, NaN],
    ['records', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [
      'records without a prototype',
      { a: 1 },
      Object.assign(Object.create(null) as object, { a: 1 }),
    ],
    [
      'a key that would set the prototype',
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":1}'),
    ],
  ])('differ in nothing: %s', (_, shown: unknown, now: unknown) => {
    expect(differenceOf(shown, now)).toBeUndefined();
  });

  test('may hold the same object of a class', () => {
    const at = new Date(0);
    expect(differenceOf({ at }, { at })).toBeUndefined();
    expect(differenceOf({ at }, { at: new Date(0) })).toBeDefined();
  });

  test('may hold themselves, many times', () => {
    const circle: { self?: unknown; also?: unknown; n: number } = { n: 1 };
    circle.self = circle;
    circle.also = circle;
    const copy = frozenCopy(circle);
    expect(differenceOf(copy, circle)).toBeUndefined();
    circle.n = 2;
    expect(differenceOf(copy, circle)?.detached(copy).n).toBe(1);
  });

  test('may be nested deeply', () => {
    let deep: { inside?: unknown } = {};
    for (let n = 0; n < 100; n++) deep = { inside: deep };
    expect(differenceOf(frozenCopy(deep), deep)).toBeUndefined();
  });
});

describe('two values that differ', () => {
  test.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['a key less', { a: 1, b: undefined }, { a: 1 }],
    ['a key more', { a: 1 }, { a: 1, b: undefined }],
    ['another key', { a: 1 }, { b: 1 }],
    ['an entry more', [1], [1, 2]],
    ['a list in place of a record', {}, []],
    ['nothing in place of a record', {}, null],
    [
      'a key that would set the prototype',
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":2}'),
    ],
  ])('are told apart: %s', (_, shown: unknown, now: unknown) => {
    expect(differenceOf(shown, now)).toBeDefined();
  });

  test('keep the very objects that are the same, on both sides', () => {
    const shown = { messages: [{ text: 'a' }, { text: 'b' }], settings: { stop: ['x'] } };
    const now = { messages: [{ text: 'a' }, { text: 'c' }], settings: { stop: ['x'] } };
    const difference = differenceOf(shown, now)!;
    expect(difference.now).toEqual(now);
    expect(difference.now.messages[0]).toBe(shown.messages[0]);
    expect(difference.now.settings).toBe(shown.settings);
    const left = difference.detached(shown);
    expect(left).toEqual(shown);
    expect(left.messages[0]).toBe(shown.messages[0]);
    expect(left.messages[1]).not.toBe(shown.messages[1]);
    expect(left.settings).toBe(shown.settings);
  });

  test('are found where one object stood in two places and one of them changed', () => {
    const city = Object.freeze({ name: 'Rome' });
    const now = [{ name: 'Rome' }, { name: 'Paris' }];
    expect(differenceOf([city, city], now)?.now).toEqual(now);
  });

  test('are compared to their end, however their cycles are made', () => {
    const one: { next?: object } = {};
    one.next = one;
    const two: { next?: object } = { next: { next: undefined } };
    Object.assign(two.next!, { next: two });
    expect(differenceOf(one, two)).toBeUndefined();
  });

  test('are detached in a value that a hook made of what it saw, too', () => {
    const shown = { messages: [{ text: 'a' }, { text: 'b' }] };
    const { detached } = differenceOf(shown, { messages: [{ text: 'a' }, { text: 'c' }] })!;
    const made = { messages: [{ text: 'new' }, shown.messages[1]!], extra: shown.messages[0]! };
    const left = detached(made);
    expect(left).toEqual(made);
    expect(left.messages[1]).not.toBe(shown.messages[1]);
    expect([left.messages[0], left.extra]).toEqual([made.messages[0], made.extra]);
    expect(left.extra).toBe(shown.messages[0]);
    const other = { text: 'other' };
    expect(detached(other)).toBe(other);
  });
});

test('a thawed copy may be changed at every depth', () => {
  const at = new Date(0);
  const frozen = frozenCopy({ list: [{ city: 'Rome' }], at });
  const copy = thawed(frozen);
  copy.list[0]!.city = 'Paris';
  expect([frozen.list[0]!.city, copy.list[0]!.city]).toEqual(['Rome', 'Paris']);
  expect(copy.at).toBe(at);
});
