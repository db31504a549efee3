import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import { isCode, isOfEngine, namedIn } from './named-files.ts';

/** Modules with all files that they name, by path, and the versions of the packages that they import. */
export interface NamedTexts {
  /** The texts of modules, of their imports, and of rules. */
  readonly files: Readonly<Record<string, string>>;
  /** The SHA-256 of other named data: it may be secret, so its text is not kept. */
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
 * Reads the files that modules import and name, recursively: code, JSON and YAML.
 *
 * Throws the error of the disk for a file that exists and cannot be read, and `InterposeError` with code
 * `policies_unreadable` if there is too much.
 */
export async function readNamed(folder: string, modules: readonly string[]): Promise<NamedTexts> {
  const texts = new Map<string, string>();
  const packages = new Map<string, string>();
  const imported = new Set<string>();
  const first = modules.map((name) => resolve(folder, name));
  const open = new Set(first);
  let bytes = 0;
  // A set includes entries that are added while it is iterated.
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
    isCode(path) || (!isOfEngine(path) && (imported.has(path) || holdsRules(text)));
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

/** The versions of the packages that this thread has loaded, which Node.js keeps until the thread ends. */
const loaded = new Map<string, string>();

/**
 * Checks that the packages are those that a version was read with: another package would decide in its name.
 *
 * Throws `InterposeError` with code `policies_unreadable` if they differ.
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

/** Whether a file holds rules: it has both keys of rules, while other files may have one of them. */
export function holdsRules(text: string): boolean {
  const has = (key: string): boolean =>
    new RegExp(`(?:^|[\\s{,"'\uFEFF])${key}["']?\\s*:`).test(text);
  return has('rules') && has('default');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether a path is in an installed package, which only changes with its version and need not be read. */
function isInstalled(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

/** Whether a module comes from Node.js or the guardian: a version rolled back to outlives a newer guardian. */
export function isOurs(name: string): boolean {
  return isBuiltin(name) || name.startsWith('@interpose/');
}

/** Reads a file so that no two contents have one text: bytes that are no UTF-8 would all become one character. */
export function wholeText(path: string): Promise<string> {
  return readFile(path, isOfEngine(path) ? 'latin1' : 'utf8');
}

/** Returns the text of a file; undefined if there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    if (found.size > MOST_BYTES) throw tooMuch(path);
    return await wholeText(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file that this process may not read decides nothing; importing it is refused.
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
