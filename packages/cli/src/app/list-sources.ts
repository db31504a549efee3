import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const OUTSIDE = /(?:^|\/)(?:node_modules|dist|build|coverage|\.[^/]+)(?:\/|$)/;
const TESTS = /\.(?:test|spec|d)\.[cm]?[jt]sx?$/;

/** The sources of an app, or those that were named; tests and what is built are left out. */
export function listSources(folder: string, named: readonly string[]): readonly string[] {
  if (named.length > 0) return named.map((file) => resolve(folder, file));
  return globSync('**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}', {
    cwd: folder,
    exclude: (path) => OUTSIDE.test(path),
  })
    .filter((file) => !OUTSIDE.test(file) && !TESTS.test(file))
    .toSorted()
    .map((file) => resolve(folder, file));
}
