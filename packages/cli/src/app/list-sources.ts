import { readFileSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import type { Source } from '../uses/find-uses.ts';
import { findFiles, readAt, statOf } from './find-files.ts';

const OUTSIDE = /(?:^|\/)(?:node_modules|dist|build|coverage|\.[^/]+)(?:\/|$)/;
const SOURCES = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TESTS = /\.(?:test|spec|d)\.[cm]?[jt]sx?$/;

/**
 * The sources of an app, or the files that were named and the sources of the folders; tests and what is built are left out.
 *
 * @throws InterposeError `file_unreadable`
 */
export function listSources(folder: string, named: readonly string[]): readonly string[] {
  if (named.length > 0) return named.flatMap((file) => sourcesAt(resolve(folder, file)));
  return findFiles(folder, SOURCES, OUTSIDE)
    .filter((file) => !TESTS.test(file))
    .map((file) => resolve(folder, file));
}

function sourcesAt(path: string): readonly string[] {
  return mustExist(path).isDirectory() ? listSources(path, []) : [path];
}

/** Sources with their text. @throws InterposeError `file_unreadable` */
export function readSources(paths: readonly string[]): readonly Source[] {
  return paths.map((path) => ({ path, text: readAt(path, () => readFileSync(path, 'utf8')) }));
}

/** What is there at a path. @throws InterposeError `file_unreadable` */
export function mustExist(path: string): Stats {
  const stats = statOf(path);
  if (stats === undefined)
    throw new InterposeError('file_unreadable', `${path} does not exist`, 'check the path');
  return stats;
}
