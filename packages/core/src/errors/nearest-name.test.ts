import { describe, expect, test } from 'vitest';

import { nearestName } from './nearest-name.ts';

const NAMES = ['onChatStart', 'onChatDone', 'preToolCall', 'onToolCallResult', 'preRequest'];

describe('the nearest name', () => {
  test.each([
    ['preToolCal', 'preToolCall'],
    ['preToolCalls', 'preToolCall'],
    ['perToolCall', 'preToolCall'],
    ['onChatDine', 'onChatDone'],
    ['ONCHATSTART', 'onChatStart'],
    ['preReqest', 'preRequest'],
    ['toolCallResult', 'onToolCallResult'],
    ['preRequest', 'preRequest'],
  ])('to %s is %s', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });

  test('is the first of several that are equally near', () => {
    expect(nearestName('c', ['a', 'b'])).toBe('a');
  });

  test('to the empty name is the shortest', () => {
    expect(nearestName('', ['abc', 'ab', 'abcd'])).toBe('ab');
  });

  test('is nothing where there are no names', () => {
    expect(nearestName('x', [])).toBe('');
  });
});
