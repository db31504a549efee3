import { existsSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import type { Source } from '../uses/read-module.ts';
import { findFiles, statOf, textOf } from './find-files.ts';

const NEVER = /(?:^|\/)(?:node_modules|\.[^/]+)$/;
const BUILT = /(?:^|\/)(?:dist|build|coverage)$/;
const SOURCES = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TESTS = /\.(?:test|spec|d)\.[cm]?[jt]sx?$/;

/**
 * Returns the sources of an app, or the named files and the sources of named folders. Tests are left out, and
 * everything that `filesOfApp` leaves out.
 *
 * @throws InterposeError `file_unreadable`
 */
export function listSources(folder: string, named: readonly string[]): readonly string[] {
  if (named.length === 0) return sourcesBelow(folder, folder);
  return named.flatMap((file) => {
    const path = resolve(folder, file);
    const stats = mustExist(path);
    if (stats.isDirectory()) return sourcesBelow(path, folder);
    // Reading a pipe may never end.
    if (!stats.isFile())
      throw new InterposeError('file_unreadable', `${path} is no file`, 'name a file or a folder');
    if (SOURCES.test(path)) return [path];
    throw new InterposeError(
      'file_unreadable',
      `${path} is no source of JavaScript or TypeScript`,
      'name sources or folders with some',
    );
  });
}

/** Returns the error for a place where a command found nothing to look at: a good end would prove nothing. */
export function nothingFound(folder: string): InterposeError {
  return new InterposeError(
    'file_unreadable',
    `there is nothing to check in ${folder}`,
    'run it in the folder of the app, or name its sources',
  );
}

function sourcesBelow(folder: string, app: string): readonly string[] {
  return filesOfApp(folder, app, SOURCES).filter((file) => !TESTS.test(file));
}

/**
 * Returns the files below a folder whose path matches, without `node_modules`, names that begin with a dot, and build
 * output: `dist`, `build` and `coverage` at the top of the app and beside a package.json.
 *
 * @throws InterposeError `file_unreadable`
 */
export function filesOfApp(folder: string, app: string, wanted: RegExp): readonly string[] {
  const isOutside = (path: string): boolean => {
    if (NEVER.test(path)) return true;
    if (!BUILT.test(path)) return false;
    const beside = dirname(resolve(folder, path));
    return beside === resolve(app) || existsSync(join(beside, 'package.json'));
  };
  return findFiles(folder, wanted, isOutside).map((file) => resolve(folder, file));
}

/** Sources with their text. @throws InterposeError `file_unreadable` */
export function readSources(paths: readonly string[]): readonly Source[] {
  return paths.map((path) => ({ path, text: textOf(path) }));
}

/** Returns the stats of a path that must exist. @throws InterposeError `file_unreadable` */
export function mustExist(path: string): Stats {
  const stats = statOf(path);
  if (stats === undefined)
    throw new InterposeError('file_unreadable', `${path} does not exist`, 'check the path');
  return stats;
}
