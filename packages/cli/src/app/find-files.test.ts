import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findFiles } from './find-files.ts';

/** A folder with `a.ts`, `b.md`, `src/c.ts`, `src/deep/d.ts`, `dist/e.ts` and links to a file and to a folder. */
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

/** Runs as somebody who is not root, to whom permissions apply. */
function asNobody<T>(run: () => T): T {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('finds files below a folder in order, passes over what is outside, and follows no link to a folder', () => {
  expect(findFiles(makeFolder(), /\.ts$/, /^dist$/)).toEqual([
    'a.ts',
    'src/c.ts',
    'src/deep/d.ts',
    'src/link.ts',
  ]);
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
