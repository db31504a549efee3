import { describe, expect, test } from 'vitest';

import { matchName, toolNameOf } from './name-pattern.ts';

describe('a name match', () => {
  test.each<[string | RegExp, string, boolean]>([
    ['refund', 'refund', true],
    ['refund', 'refunds', false],
    ['refund', 'Refund', false],
    ['refund|charge', 'charge', true],
    ['refund|charge', 'refund|charge', false],
    ['refund|charge', 'refunds', false],
    ['re*', 'refund', true],
    ['re*', 're', true],
    ['re*', 'prefund', false],
    ['*fund', 'refund', true],
    ['*fund', 'refunds', false],
    ['*', 'anything at all', true],
    ['*', 'two\nlines', true],
    ['r?fund', 'refund', true],
    ['r?fund', 'rfund', false],
    ['r?fund', 'reefund', false],
    ['files.*', 'files.read', true],
    ['files.*', 'filesXread', false],
    ['a+b*', 'a+bc', true],
    ['a+b*', 'aab', false],
    ['(x)*', '(x)y', true],
    ['[ab]*', 'a', false],
    ['a^$*', 'a^$b', true],
    ['{a}*', '{a}', true],
    ['a\\*', 'a\\b', true],
    ['re*|ch?rge', 'charge', true],
    ['re*|ch?rge', 'a charge', false],
    [/refund/, 'refund', true],
    [/refund/, 'refunds', false],
    [/re|fund/, 'fund', true],
    [/re|fund/, 'refund', false],
    [/REFUND/i, 'refund', true],
    [/refund/m, 'x\nrefund', false],
    [/\p{L}+/u, 'größe', true],
    [/^re.*$/, 'refund', true],
  ])('%s tells of %s: %s', (match, name, matches) => {
    expect(matchName(match)(name)).toBe(matches);
  });

  test.each([/refund/g, /refund/y])('%s answers the same each time', (match) => {
    const matches = matchName(match);
    expect([matches('refund'), matches('refund'), matches('refund')]).toEqual([true, true, true]);
    expect(match.lastIndex).toBe(0);
  });

  test.each<[unknown]>([[''], [undefined], [null], [7], [{}], [['refund']]])(
    'that is %j is refused',
    (match) => {
      expect(() => matchName(match)).toThrow('[invalid_option]');
    },
  );
});

describe('the tool option', () => {
  test('is a name, a RegExp or something with a name', () => {
    expect(toolNameOf('refund')).toBe('refund');
    expect(toolNameOf(/refund/)).toEqual(/refund/);
    expect(toolNameOf({ name: 'refund' })).toBe('refund');
  });

  test('that is nothing of these is left for the match to refuse', () => {
    expect(toolNameOf(null)).toBeNull();
    expect(() => matchName(toolNameOf({ title: 'x' }))).toThrow('[invalid_option]');
  });
});
