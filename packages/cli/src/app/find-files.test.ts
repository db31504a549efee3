import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findFiles } from './find-files.ts';
import { listSources } from './list-sources.ts';

/** Makes a folder with `a.ts`, `b.md`, `src/c.ts`, `src/deep/d.ts`, `dist/e.ts` and links to a file and to a folder. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  for (const file of ['a.ts', 'b.md', 'src/c.ts', 'src/deep/d.ts', 'dist/e.ts'])
    writeFileSync(join(folder, file), '');
  symlinkSync(join(folder, 'a.ts'), join(folder, 'src/link.ts'));
  symlinkSync(folder, join(folder, 'src/around'));
  return folder;
}

/** Runs as a user other than root, since permissions do not apply to root. */
function asNobody<T>(run: () => T): T {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('finds files below a folder in order, passes over what is outside, and follows no link round', () => {
  expect(findFiles(makeFolder(), /\.ts$/, /^dist$/)).toEqual([
    'a.ts',
    'src/c.ts',
    'src/deep/d.ts',
    'src/link.ts',
  ]);
});

test('follows a link to a folder elsewhere, once, and none into node_modules or up', () => {
  const [folder, other] = [makeFolder(), makeFolder()];
  mkdirSync(join(other, 'node_modules/sdk'), { recursive: true });
  writeFileSync(join(other, 'node_modules/sdk/f.ts'), '');
  symlinkSync(join(other, 'src'), join(folder, 'src/other'));
  symlinkSync(join(other, 'src/deep'), join(folder, 'src/same'));
  symlinkSync(join(other, 'node_modules/sdk'), join(folder, 'src/sdk'));
  symlinkSync(tmpdir(), join(folder, 'src/up'));
  rmSync(join(other, 'src/around'));
  symlinkSync(folder, join(other, 'src/back'));
  expect(findFiles(folder, /^src\/.*\.ts$/)).toEqual([
    'src/c.ts',
    'src/deep/d.ts',
    'src/link.ts',
    'src/other/c.ts',
    'src/other/deep/d.ts',
    'src/other/link.ts',
  ]);
});

test('only files and links to them count: a pipe would never end', () => {
  const folder = makeFolder();
  execFileSync('sh', ['-c', 'mkfifo pipe.ts'], { cwd: folder });
  symlinkSync(join(folder, 'pipe.ts'), join(folder, 'linked.ts'));
  symlinkSync('nowhere', join(folder, 'nowhere.ts'));
  expect(findFiles(folder, /^\w+\.ts$/)).toEqual(['a.ts', 'nowhere.ts']);
  expect(() => listSources(folder, ['pipe.ts'])).toThrow(
    /^\[file_unreadable\] .*pipe\.ts is no file/,
  );
});

test('sources are left out where they are built, not where a folder deeper is called so', () => {
  const folder = makeFolder();
  const files = [
    'src/coverage/agent.ts',
    'src/node_modules/x.ts',
    'src/.cache/x.ts',
    'src/a.test.ts',
    'packages/one/package.json',
    'packages/one/build/x.ts',
    'packages/build/agent.ts',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const sources = (...named: readonly string[]): readonly string[] =>
    listSources(folder, named).map((path) => relative(folder, path));
  expect(sources().filter((path) => !/link|deep/.test(path))).toEqual([
    'a.ts',
    'packages/build/agent.ts',
    'src/c.ts',
    'src/coverage/agent.ts',
  ]);
  expect(sources('.')).toEqual(sources());
  expect(sources('src')).toEqual(sources().filter((path) => path.startsWith('src/')));
});

test('a folder that may not be read is told: what is in it would go unseen', () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'src'), 0o700);
  if (process.geteuid?.() !== 0) chmodSync(join(folder, 'src'), 0);
  expect(() => asNobody(() => findFiles(folder, /\.ts$/))).toThrow(
    /^\[file_unreadable\] .*src cannot be read: EACCES/,
  );
  expect(asNobody(() => findFiles(folder, /\.ts$/, /^src$/))).toEqual(['a.ts', 'dist/e.ts']);
  chmodSync(join(folder, 'src'), 0o755);
});
