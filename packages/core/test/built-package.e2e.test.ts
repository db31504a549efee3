import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');
const modules = readdirSync(dist).filter((name) => name.endsWith('.js'));

/** Every module a source asks for: static imports, re-exports, dynamic imports and requires. */
function importsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const fixed = /^\s*(?:import|export)\b[^'";]*?['"]([^'"]+)['"]/gm;
  const dynamic = /\b(?:import|require)\(\s*([^)]*)\)/g;
  return [...code.matchAll(fixed), ...code.matchAll(dynamic)].map((match) => match[1]!);
}

describe('the built package', () => {
  test.each(modules)(
    '%s imports nothing but its own modules, and the configuration it was asked for',
    (name) => {
      const imports = importsOf(readFileSync(join(dist, name), 'utf8'));
      // The one module that is not its own holds policies: the program that loads it gives the address at run time.
      const others = name.startsWith('load-policies') ? ['address'] : [];
      expect(imports.filter((path) => !path.startsWith('./'))).toEqual(others);
    },
  );

  test('would be caught importing Node', () => {
    const entry = modules.map((name) => importsOf(readFileSync(join(dist, name), 'utf8'))).flat();
    expect(entry.length).toBeGreaterThan(0);
    expect(importsOf('import { x } from \'node:fs\';\nexport * from "node:os";')).toHaveLength(2);
    expect(importsOf("const fs = await import('node:fs');")).toEqual(["'node:fs'"]);
  });

  test.each(['@typescript/native', 'typescript'])(
    'types a user of it, who adds an event, with %s',
    async (compiler) => {
      const tsc = join(import.meta.dirname, '../../../node_modules', compiler, 'bin/tsc');
      const project = join(import.meta.dirname, 'consumer');
      const compiled = promisify(execFile)(process.execPath, [tsc, '-p', project]);
      await expect(compiled).resolves.toEqual({ stdout: '', stderr: '' });
    },
  );
});
