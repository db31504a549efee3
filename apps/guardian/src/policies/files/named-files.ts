import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What a text names: files that may be there, and packages that it imports. */
export interface Named {
  readonly paths: readonly string[];
  /** Those of them that are imported. */
  readonly imported: readonly string[];
  readonly packages: readonly string[];
}

/**
 * Every text between two quotes of one kind, however the quotes belong together: to read one too many costs a look at the
 * disk, and one that is overlooked is refused when it is imported.
 */
const QUOTED = /(['"`])(?=([^'"`\r\n]{1,300})\1)/g;
const IMPORTED = /(?:\bfrom|\bimport|(?:\bimport|\brequire|\bresolve|\))\s*\()\s*$/;
/** Characters before a text in which a word that imports it stands. */
const BEFORE = 40;

const LOCAL = /^(?:\.{1,2}(?:\/|$)|\/|file:)/;
const CODE = /\.[cm]?[jt]s$/i;
const DATA = /\.(?:json|ya?ml)$/i;
const PACKAGE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?=\/|$)/;

/** What CommonJS adds to a name. */
const ENDINGS = ['', '.js', '.json', '/index.js', '/index.json'];

/** Where a name without an ending may lead in CommonJS. */
export function withEndings(path: string): readonly string[] {
  return ENDINGS.map((ending) => `${path}${ending}`);
}

/** What the package.json of a module maps a name to that begins with `#`. */
export function mapped(name: string, from: string): readonly string[] {
  if (!name.startsWith('#')) return [];
  try {
    return [createRequire(pathToFileURL(from)).resolve(name)];
  } catch {
    return [];
  }
}

export function isCode(path: string): boolean {
  return CODE.test(path);
}

/** The package that is imported by such a name. */
export function packageOf(specifier: string): string | undefined {
  return PACKAGE.exec(specifier)?.[0];
}

/** What the text of a module names, seen from where it lies. */
export function namedIn(text: string, path: string): Named {
  const paths = new Set<string>();
  const imported = new Set<string>();
  const packages = new Set<string>();
  for (const { 2: quoted = '', index } of text.matchAll(QUOTED)) {
    const isImported = IMPORTED.test(text.slice(Math.max(0, index - BEFORE), index));
    const name = quoted.replace(/(?!^)[?#].*$/, '');
    for (const found of pathsOf(name, path, isImported)) {
      paths.add(found);
      if (isImported) imported.add(found);
    }
    const named = isImported ? packageOf(name) : undefined;
    if (named !== undefined) packages.add(named);
  }
  return { paths: [...paths], imported: [...imported], packages: [...packages] };
}

function pathsOf(name: string, from: string, isImported: boolean): readonly string[] {
  if (name.startsWith('#')) return isImported ? mapped(name, from) : [];
  if (!LOCAL.test(name)) return DATA.test(name) ? beside(name, from) : [];
  if (name.startsWith('file:')) return atAddress(name);
  if (DATA.test(name)) return beside(name, from);
  const path = resolve(dirname(from), name);
  if (CODE.test(name)) return [path];
  return isImported ? withEndings(path) : [];
}

/** An address may name another machine. */
function atAddress(name: string): readonly string[] {
  try {
    return [fileURLToPath(name)];
  } catch {
    return [];
  }
}

/** A file of data may be named as seen from the module, or from where the guardian was started. */
function beside(name: string, from: string): readonly string[] {
  return [resolve(dirname(from), name), resolve(name)];
}
