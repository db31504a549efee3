import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = import.meta.dirname;
const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test(-d)?\.ts$/.test(file));

/** Returns the code that stays after types and comments are removed from a source. */
function remainder(source: string): string {
  return stripTypeScriptTypes(source)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*/g, '')
    .trim();
}

describe('the contract', () => {
  test('is spread over files of one concept each', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test.each(files)('%s compiles to an empty module', (file) => {
    expect(remainder(readFileSync(join(folder, file), 'utf8'))).toBe('');
  });

  test('would not be called empty with a value or a side effect in it', () => {
    expect(remainder('export const limit: number = 3;')).not.toBe('');
    expect(remainder("import './hooks/hooks.ts';")).not.toBe('');
  });
});
