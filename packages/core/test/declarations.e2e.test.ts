import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');

/** As an app compiles that has no types of Node, and whose compiler reads the declarations of what it uses. */
const OPTIONS =
  `--ignoreConfig --noEmit --pretty false --strict --skipLibCheck false --types --target es2022
  --lib ES2022,ESNext.Disposable,DOM,DOM.Iterable,DOM.AsyncIterable --module nodenext`.split(/\s+/);

test('the declarations of every package compile without the types of Node', async () => {
  const files = globSync('packages/*/dist/**/*.d.ts', { cwd: repository });
  const ours = await diagnostics(files);
  expect(new Set(files.map((file) => file.split('/')[1])).size).toBeGreaterThan(8);
  expect(ours).toEqual([]);
}, 600_000);

/** What the compiler says of these files; what it says of declarations of an SDK is not ours to mend. */
async function diagnostics(files: readonly string[]): Promise<readonly string[]> {
  const tsc = join(repository, 'node_modules/@typescript/native/bin/tsc');
  const flags = OPTIONS.flatMap((flag) => (flag === '--types' ? ['--types', ''] : [flag]));
  const compiled = promisify(execFile)(process.execPath, [tsc, ...flags, ...files], {
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
