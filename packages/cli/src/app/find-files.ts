import { readdirSync, type Dirent } from 'node:fs';
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
  for (const entry of entriesOf(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (outside.test(path)) continue;
    if (entry.isDirectory()) yield* filesIn(folder, path, outside);
    else yield path;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${folder} cannot be read: ${(error as Error).message}`,
      'let the command read it, or start it in a folder below which it may read everything',
    );
  }
}
