import { describe, expect, test } from 'vitest';

import { declaredTests } from './declared-tests.ts';

describe('the declared tests of a source', () => {
  test.each<[string, string, readonly string[]]>([
    ['alone', `test('a', () => {});`, ['a']],
    ['by its other name', `it("it's", async () => {});`, ["it's"]],
    [
      'in describes',
      `describe('x', () => { describe('y', () => { test('a', f); }); });`,
      ['x > y > a'],
    ],
    ['each', `test.each([['b']])('%s runs', f);`, ['%s runs']],
    ['each of a typed list', `test.each<[string]>(rows)('$name runs', f);`, ['$name runs']],
    ['in a describe of each', `describe.each(all)('on $v', () => { it('a', f); });`, ['on $v > a']],
    ['under a condition', `test.skipIf(gone)('a', f);`, ['a']],
    ['in a loop', `for (const n of all) { test('a', f); }`, ['a']],
    ['in a template without values', 'test(`a`, f);', ['a']],
  ])('hold a test %s', (_, source, titles) => {
    expect(declaredTests(source)).toEqual(titles);
  });

  test.each([
    ['in a comment', `// test('a', f);`],
    ['in a text', `const text = "test('a', f)";`],
    ['of another function', `contest('a', f); log.test('a', f);`],
    ['with a title made at run time', 'test(`a ${1}`, f); test(name, f);'],
    ['that is skipped', `test.skip('a', f); it.skip.each(rows)('a', f);`],
    ['in a describe that is skipped', `describe.skip('x', () => { test('a', f); });`],
    [
      'in a describe that is skipped, whatever its title',
      `describe.skip(x, () => { test('a', f); });`,
    ],
    ['still to be written', `test.todo('a');`],
    ['whose title is an argument of another call', `test.each(['a'])(name, f);`],
    ['that is only a describe', `describe('a', () => {});`],
  ])('hold none %s', (_, source) => {
    expect(declaredTests(source)).toEqual([]);
  });
});
