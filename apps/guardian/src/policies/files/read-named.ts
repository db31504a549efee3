import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import { isCode, namedIn } from './named-files.ts';

/** Modules and all that they name, by the path from a folder, and the versions of the packages that they import. */
export interface NamedTexts {
  /** Texts of modules, of what they import, and of rules. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of other data that they name: it may be secret, so that its text is kept nowhere. */
  readonly data: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, string>>;
}

const ABSENT = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'EACCES',
  'EPERM',
  'ERR_INVALID_ARG_VALUE',
]);
const MOST_FILES = 1000;
const MOST_BYTES = 20_000_000;

/**
 * Reads what modules import and name, and what that imports, and so on: code, JSON and YAML.
 *
 * Throws what the disk says of a file that is there and cannot be read, and `InterposeError` with code
 * `policies_unreadable` where it is too much.
 */
export async function readNamed(folder: string, modules: readonly string[]): Promise<NamedTexts> {
  const texts = new Map<string, string>();
  const packages = new Map<string, string>();
  const imported = new Set<string>();
  const first = modules.map((name) => resolve(folder, name));
  const open = new Set(first);
  let bytes = 0;
  // A set goes on to what is added while it is walked.
  for (const path of open) {
    const text = await textOf(path);
    if (text === undefined && first.includes(path)) throw new Error(`${path} is gone`);
    if (text === undefined) continue;
    texts.set(path, text);
    bytes += text.length;
    if (texts.size > MOST_FILES || bytes > MOST_BYTES) throw tooMuch(folder);
    if (!isCode(path)) continue;
    const named = namedIn(text, path);
    for (const each of named.imported) imported.add(each);
    for (const next of named.paths) if (!isInstalled(next)) open.add(next);
    for (const name of named.packages) {
      if (packages.has(name) || isOurs(name)) continue;
      const version = await versionOf(name, path);
      if (version !== undefined) packages.set(name, version);
    }
  }
  const isHeld = ([path, text]: readonly [string, string]): boolean =>
    isCode(path) || imported.has(path) || holdsRules(text);
  const { held = [], other = [] } = Object.groupBy(texts, (each) =>
    isHeld(each) ? 'held' : 'other',
  );
  const named = (path: string): string => relative(folder, path);
  return {
    files: sorted(held.map(([path, text]) => [named(path), text])),
    data: sorted(other.map(([path, text]) => [named(path), sha256(text)])),
    packages: sorted([...packages]),
  };
}

/** Versions of packages that this thread has loaded, which Node.js keeps until the thread ends. */
const loaded = new Map<string, string>();

/**
 * Looks whether the packages are those that a version was read with: another one would decide in its name.
 *
 * Throws `InterposeError` with code `policies_unreadable` where they are not.
 */
export async function checkPackages({
  folder,
  packages = {},
}: {
  readonly folder: string;
  readonly packages?: NamedTexts['packages'];
}): Promise<void> {
  for (const [name, version] of Object.entries(packages)) {
    const key = `${folder} ${name}`;
    const now = loaded.get(key) ?? (await versionOf(name, join(folder, 'module'))) ?? version;
    if (now !== version)
      throw new InterposeError(
        'policies_unreadable',
        `the policies of ${folder} were read with ${name} ${version}, and ${now} is ${loaded.has(key) ? 'in use' : 'installed'}`,
        loaded.has(key)
          ? 'start the guardian again'
          : 'install the version that they were read with',
      );
    loaded.set(key, version);
  }
}

/** A file of rules says what holds where no rule does; other files with a key of the name do not. */
export function holdsRules(text: string): boolean {
  const has = (key: string): boolean =>
    new RegExp(`(?:^|[\\s{,"'\uFEFF])${key}["']?\\s*:`).test(text);
  return has('rules') && has('default');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Packages that stand still while their version does, so that they need not be read. */
function isInstalled(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

/** Node.js has these, or the guardian itself: a version that somebody went back to outlives a newer guardian. */
export function isOurs(name: string): boolean {
  return isBuiltin(name) || name.startsWith('@interpose/');
}

/** Undefined where there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    if (found.size > MOST_BYTES) throw tooMuch(path);
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What this process may not read decides nothing in it; an import of it is refused.
    if (ABSENT.has(code ?? '')) return undefined;
    throw error;
  }
}

async function versionOf(name: string, from: string): Promise<string | undefined> {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const text = await textOf(join(folder, 'node_modules', name, 'package.json'));
    if (text !== undefined) return String((JSON.parse(text) as { version?: unknown }).version);
    if (folder === dirname(folder)) return undefined;
  }
}

function sorted(entries: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function tooMuch(path: string): InterposeError {
  return new InterposeError(
    'policies_unreadable',
    `the policies of ${path} and what they name are more than ${MOST_FILES} files or ${MOST_BYTES / 1_000_000} MB`,
    'serve a folder that holds policies alone, and name no other files in them',
  );
}
