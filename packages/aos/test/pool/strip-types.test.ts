import { expect, test, vi } from 'vitest';

import { strippedFor, withoutTypes } from '../../src/pool/strip-types.ts';

test('types are taken out, in their place', () => {
  expect(strippedFor('const a: number = 1;')).toEqual({ code: 'const a         = 1;' });
  expect(withoutTypes('const a: number = 1;', 'a.ts')).toBe('const a         = 1;');
});

test('what is more than types is refused', () => {
  expect(strippedFor('enum A { B }')).toMatchObject({ problem: expect.stringMatching(/enum/) });
  expect(() => withoutTypes('\nenum A { B }', 'a.ts?version=1')).toThrow(/enum.*\(a\.ts:2\)/s);
});

test.each([
  ['is too long', `// ${'x'.repeat(500_000)}`],
  ['is no text', { length: 3 }],
])('what %s is left to the worker', (_, text) => {
  expect(strippedFor(text)).toBe('unread');
});

test('a text that breaks the reader is left to the worker, and so is all that comes after it', async () => {
  vi.resetModules();
  const fresh = await import('../../src/pool/strip-types.ts');
  expect(fresh.strippedFor('const a: 1 = 1;')).toHaveProperty('code');
  expect(fresh.strippedFor(`export let x: ${'['.repeat(1500)}${']'.repeat(1500)};`)).toBe('unread');
  expect(fresh.strippedFor('const b: 1 = 1;')).toBe('unread');
});
