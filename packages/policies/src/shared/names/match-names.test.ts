import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { matchGlob } from './match-glob.ts';
import { matchNames } from './match-names.ts';

describe('a list of names', () => {
  test.each<[readonly (string | RegExp)[], string, boolean]>([
    [['search'], 'search', true],
    [['search'], 'Search', false],
    [['search'], 'searches', false],
    [['search'], 'sеarch', false],
    [['a|b'], 'b', true],
    [['a|b'], 'a|b', false],
    [['billing_*'], 'billing_refund', true],
    [['billing_*'], 'my_billing_refund', false],
    [['r?fund'], 'rfund', false],
    [['files.*'], 'filesXread', false],
    [[/re|fund/], 'refund', false],
    [[/re.*/], 'refund', true],
    [[/refund/g], 'refund', true],
    [[], 'search', false],
    [['*'], '', false],
    [['*'], 'x'.repeat(513), false],
    [['constructor'], '__proto__', false],
  ])('%j tells of %s: %s', (names, name, expected) => {
    const isListed = matchNames('names', names);
    expect([isListed(name), isListed(name)]).toEqual([expected, expected]);
  });

  test.each<[unknown]>([
    [undefined],
    ['search'],
    [new Set(['search'])],
    [['']],
    [['a||b']],
    [[' search']],
    [['a| b']],
    [[undefined]],
    [[7]],
  ])('that is %j is refused', (names) => {
    expect(() => matchNames('names', names as string[])).toThrow('[invalid_option] names');
  });
});

describe('a glob', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '\n'), maxLength: 12 });

  test('says what a RegExp made of it says', () => {
    const globs = fc.string({ unit: fc.constantFrom('a', 'b', '.', '(', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(globs, letters, (glob, text) => {
        const source = glob
          .replaceAll(/[.(]/g, String.raw`\$&`)
          .replaceAll('*', '.*')
          .replaceAll('?', '.');
        expect(matchGlob(glob)(text)).toBe(new RegExp(`^${source}$`, 's').test(text));
      }),
    );
  });

  test('with many stars takes no longer than its length times that of the name', () => {
    const startedAt = performance.now();
    expect(matchGlob(`${'a*'.repeat(30)}b`)('a'.repeat(500))).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
