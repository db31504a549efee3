import { globSync, statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

const OUTSIDE = /(?:^|\/)(?:node_modules|dist|build|coverage|\.[^/]+)(?:\/|$)/;
const TESTS = /\.(?:test|spec|d)\.[cm]?[jt]sx?$/;

/**
 * The sources of an app, or the files that were named and the sources of the folders; tests and what is built are left out.
 *
 * @throws InterposeError `file_unreadable`
 */
export function listSources(folder: string, named: readonly string[]): readonly string[] {
  if (named.length > 0) return named.flatMap((file) => sourcesAt(resolve(folder, file)));
  return globSync('**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}', {
    cwd: folder,
    exclude: (path) => OUTSIDE.test(path),
  })
    .filter((file) => !OUTSIDE.test(file) && !TESTS.test(file))
    .toSorted()
    .map((file) => resolve(folder, file));
}

function sourcesAt(path: string): readonly string[] {
  return mustExist(path).isDirectory() ? listSources(path, []) : [path];
}

/** What is there at a path. @throws InterposeError `file_unreadable` */
export function mustExist(path: string): Stats {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new InterposeError('file_unreadable', `${path} does not exist`, 'check the path');
  return stats;
}
