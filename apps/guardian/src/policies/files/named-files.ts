import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The names in a text: possible files, and imported packages. */
export interface Named {
  readonly paths: readonly string[];
  /** The paths that are imported. */
  readonly imported: readonly string[];
  readonly packages: readonly string[];
}

/**
 * Every text between two quotes of one kind, however the quotes pair up: a wrong match costs one look at the disk, and
 * a missed file is refused when it is imported.
 */
const QUOTED = /(['"`])(?=([^'"`\r\n]{1,300})\1)/g;
const IMPORTED = /(?:\bfrom|\bimport|(?:\bimport|\brequire|\bresolve|\))\s*\()\s*$/;
/** The characters before a text that are searched for a word that imports it. */
const BEFORE = 40;

const LOCAL = /^(?:\.{1,2}(?:\/|$)|\/|file:)/;
const CODE = /\.[cm]?[jt]s$/i;
const MAY_HOLD_RULES = /\.(?:json|ya?ml)$/i;
/** What policies of Cedar and Rego are read from: never rules, and a `.wasm` is no text. */
const OF_ENGINES = /\.(?:cedar|cedarschema|wasm)$/i;
const PACKAGE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?=\/|$)/;

/** The endings that CommonJS adds to a name. */
const ENDINGS = ['', '.js', '.json', '/index.js', '/index.json'];

/** Returns the files that a name without an ending may mean in CommonJS. */
export function withEndings(path: string): readonly string[] {
  return ENDINGS.map((ending) => `${path}${ending}`);
}

/** Returns the targets of a name with `#` in the package.json of a module. */
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

/** Whether a file is read by an engine of policies, such as Cedar and Rego. */
export function isOfEngine(path: string): boolean {
  return OF_ENGINES.test(path);
}

/** Whether a file may hold rules, by its ending. */
export function mayHoldRules(path: string): boolean {
  return MAY_HOLD_RULES.test(path);
}

/** Returns the package that a name imports. */
export function packageOf(specifier: string): string | undefined {
  return PACKAGE.exec(specifier)?.[0];
}

/** Returns the names in the text of a module, resolved from its place. */
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
  if (!LOCAL.test(name)) return isData(name) ? beside(name, from) : [];
  if (name.startsWith('file:')) return atAddress(name);
  if (isData(name)) return beside(name, from);
  const path = resolve(dirname(from), name);
  if (CODE.test(name)) return [path];
  return isImported ? withEndings(path) : [];
}

function isData(name: string): boolean {
  return mayHoldRules(name) || isOfEngine(name);
}

/** Returns the path of an address; none if it names another machine. */
function atAddress(name: string): readonly string[] {
  try {
    return [fileURLToPath(name)];
  } catch {
    return [];
  }
}

/** Returns the possible paths of a data file: relative to the module, or to where the guardian was started. */
function beside(name: string, from: string): readonly string[] {
  return [resolve(dirname(from), name), resolve(name)];
}
