import { deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { DecisionCache } from './decision-cache.ts';

function asking(cache: DecisionCache): (input: string) => boolean {
  return (input) => {
    let made = false;
    cache.decide(input, () => {
      made = true;
      return deny(input);
    });
    return made;
  };
}

describe('a cache of decisions', () => {
  test('makes each once and says the same again', () => {
    const cache = new DecisionCache(2);
    const asks = asking(cache);
    expect([asks('a'), asks('a'), asks('b'), asks('a')]).toEqual([true, false, true, false]);
    expect(cache.decide('a', () => deny('other'))).toMatchObject({ reason: 'a' });
  });

  test('forgets the least recently used', () => {
    const asks = asking(new DecisionCache(2));
    for (const input of ['a', 'b', 'a', 'c']) asks(input);
    expect([asks('a'), asks('b')]).toEqual([false, true]);
  });

  test('keeps nothing where it may keep nothing, and no input that is long', () => {
    const none = asking(new DecisionCache(0));
    expect([none('a'), none('a')]).toEqual([true, true]);
    const some = asking(new DecisionCache(5));
    const long = 'a'.repeat(5000);
    expect([some(long), some(long)]).toEqual([true, true]);
  });

  test.each([-1, 1.5, Number.NaN, Infinity, '5', null])('of size %j is refused', (size) => {
    expect(() => new DecisionCache(size as number)).toThrow('[invalid_option] cache is');
  });
});
