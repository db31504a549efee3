import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The pieces of code in the guide, each with the file that is named above it. */
const pieces = [...readme.matchAll(/^`(\S+)`\n\n```ts\n([\s\S]*?)\n```/gm)].map(
  ([, file = '', code = '']) => [file, code] as const,
);

function contains(file: string, code: string): boolean {
  return readFileSync(join(root, file), 'utf8').includes(code);
}

test('every piece of code in the guide names the file that it is from', () => {
  expect(pieces.length).toBeGreaterThan(12);
  expect(readme.match(/^```ts$/gm)).toHaveLength(pieces.length);
});

test.each(pieces)('what the guide shows of %s stands there word for word', (file, code) => {
  expect(contains(file, code)).toBe(true);
});

test('a piece of code with another word in it would be noticed', () => {
  const [file, code] = pieces[0]!;
  expect(contains(file, code.replace('await', 'wait'))).toBe(false);
});

test('the whole adapter takes at most 600 lines', () => {
  const folder = join(root, 'test/toy-adapter');
  const lines = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(600);
});
