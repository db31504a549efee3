import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');

/** As an app compiles whose compiler reads the declarations of what it uses. */
const OPTIONS =
  '--ignoreConfig --noEmit --pretty false --strict --skipLibCheck false --target es2022'
    .split(' ')
    .concat('--module', 'nodenext');

/** The README of core names both: what a page has, and what a server has. */
test.each([
  ['the DOM', '', 'ES2022,ESNext.Disposable,DOM,DOM.Iterable,DOM.AsyncIterable'],
  ['the types of Node', 'node', 'ES2023'],
])(
  'the declarations of every package compile with %s alone',
  async (_, types, lib) => {
    const files = globSync('packages/*/dist/**/*.d.ts', { cwd: repository });
    const ours = await diagnostics(files, ['--types', types, '--lib', lib]);
    expect(new Set(files.map((file) => file.split('/')[1])).size).toBeGreaterThan(8);
    expect(ours).toEqual([]);
  },
  600_000,
);

/** What the compiler says of these files; what it says of declarations of an SDK is not ours to mend. */
async function diagnostics(
  files: readonly string[],
  platform: readonly string[],
): Promise<readonly string[]> {
  const tsc = join(repository, 'node_modules/@typescript/native/bin/tsc');
  const compiled = promisify(execFile)(process.execPath, [tsc, ...OPTIONS, ...platform, ...files], {
    cwd: repository,
    maxBuffer: 2 ** 26,
  });
  const told = await compiled.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  return told
    .split('\n')
    .filter((line) => /error TS/.test(line) && !/^(?:\.\.\/)*node_modules\//.test(line));
}
