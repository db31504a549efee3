import {
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs';
import { join, sep } from 'node:path';

import { InterposeError } from '@interpose/core';

const NOWHERE = /(?!)/;

/**
 * Returns the files below a folder whose path matches, in order, without paths that are `outside`. Only files and links
 * to files count: reading a pipe would never end. Links to folders elsewhere are followed, each folder once, but not
 * into node_modules or to a folder that contains this one.
 *
 * @throws InterposeError `file_unreadable` where a folder cannot be read: what is in it would go unseen.
 */
export function findFiles(
  folder: string,
  wanted: RegExp,
  outside: RegExp | ((path: string) => boolean) = NOWHERE,
): readonly string[] {
  const isOutside = outside instanceof RegExp ? (path: string) => outside.test(path) : outside;
  return new Walk(folder, isOutside).files.filter((file) => wanted.test(file)).toSorted();
}

const INSTALLED = /[\\/]node_modules(?:[\\/]|$)/;

/** Walks through a folder, then through the folders elsewhere that its links lead to. */
class Walk {
  readonly files: string[] = [];
  readonly #folder: string;
  readonly #real: string;
  readonly #isOutside: (path: string) => boolean;
  readonly #seen = new Set<string>();
  readonly #linked: (readonly [path: string, real: string])[] = [];

  constructor(folder: string, isOutside: (path: string) => boolean) {
    this.#folder = folder;
    this.#isOutside = isOutside;
    this.#real = readAt(folder, () => realpathSync(folder));
    this.#enter('', this.#real);
    // The walk adds more links on the way.
    for (const [path, real] of this.#linked) this.#enter(path, real);
  }

  #enter(below: string, real: string): void {
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    const at = join(this.#folder, below);
    for (const entry of readAt(at, () => readdirSync(at, { withFileTypes: true }))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!this.#isOutside(path)) this.#take(path, entry, join(real, entry.name));
    }
  }

  #take(path: string, entry: Dirent, real: string): void {
    if (entry.isDirectory()) this.#enter(path, real);
    else if (entry.isFile()) this.files.push(path);
    else if (entry.isSymbolicLink()) this.#follow(path);
  }

  #follow(path: string): void {
    const at = join(this.#folder, path);
    const target = readAt(at, () => targetOf(at));
    // A broken link counts as a file: reading it later reports the error.
    if (target === undefined || target.isFile()) this.files.push(path);
    if (target?.isDirectory() !== true) return;
    const real = readAt(at, () => realpathSync(at));
    const isKnown = within(real, this.#real) || within(this.#real, real) || INSTALLED.test(real);
    if (!isKnown) this.#linked.push([path, real]);
  }
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the stats of the target of a link; undefined for a broken or circular link. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Returns the stats of a path; undefined if it does not exist. @throws InterposeError `file_unreadable` */
export function statOf(path: string): Stats | undefined {
  return readAt(path, () => statSync(path, { throwIfNoEntry: false }));
}

/** Returns the text of a file. @throws InterposeError `file_unreadable` */
export function textOf(path: string): string {
  return readAt(path, () => readFileSync(path, 'utf8'));
}

/** Runs a read of a path and returns its result. @throws InterposeError `file_unreadable` */
export function readAt<T>(
  path: string,
  read: () => T,
  remedy = 'let the command read it, or give it other files',
): T {
  try {
    return read();
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      remedy,
    );
  }
}
