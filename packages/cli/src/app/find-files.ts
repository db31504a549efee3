import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

const NOWHERE = /(?!)/;

/**
 * The files below a folder whose path matches, in order; paths that match `outside` are passed over. Links to folders are
 * not followed.
 *
 * @throws InterposeError `file_unreadable` where a folder cannot be read: what is in it would go unseen.
 */
export function findFiles(
  folder: string,
  wanted: RegExp,
  outside: RegExp = NOWHERE,
): readonly string[] {
  return [...filesIn(folder, '', outside)].filter((file) => wanted.test(file)).toSorted();
}

function* filesIn(folder: string, below: string, outside: RegExp): Generator<string> {
  const at = join(folder, below);
  for (const entry of readAt(at, () => readdirSync(at, { withFileTypes: true }))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (outside.test(path)) continue;
    if (entry.isDirectory()) yield* filesIn(folder, path, outside);
    else yield path;
  }
}

/** What is at a path, if anything. @throws InterposeError `file_unreadable` */
export function statOf(path: string): Stats | undefined {
  return readAt(path, () => statSync(path, { throwIfNoEntry: false }));
}

/** What reading something of a path returns. @throws InterposeError `file_unreadable` */
export function readAt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      'let the command read it, or give it other files',
    );
  }
}
