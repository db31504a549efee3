import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isEntry, manifestOf, packageOf } from './package-manifest.ts';

/** By specifier, the exports of a module that are replaced. */
type ExportsOf = Readonly<Record<string, readonly string[]>>;

/** One module as it was asked for. */
interface AskedModule {
  /** What the import or the require names. */
  readonly given: string;
  /** The address of the file that Node found for it. */
  readonly real: string;
  /** The address of the file that asks. */
  readonly parent: string | undefined;
}

/** A module that an adapter stands before: what it is known as, and which of its exports are replaced. */
export interface Intercepted {
  readonly specifier: string;
  readonly names: readonly string[];
}

/**
 * What of these modules is asked for: by its name, by the name its package was installed under, or by where a file of the
 * package lies. 'unknown' is such a file that has none of the exports, so that nobody can stand before it.
 */
export function findIntercepted(
  asked: AskedModule,
  exports: ExportsOf,
): Intercepted | 'unknown' | undefined {
  const { given, real, parent } = asked;
  if (!real.startsWith('file:')) return undefined;
  if (Object.hasOwn(exports, given)) return known(given, real, exports);
  const { name } = manifestOf(real);
  if (name === undefined) return undefined;
  const [, subpath] = BARE.exec(given) ?? [];
  if (subpath !== undefined && Object.hasOwn(exports, name + subpath))
    return known(name + subpath, real, exports);
  const specifiers = Object.keys(exports).filter((each) => `${each}/`.startsWith(`${name}/`));
  if (specifiers.length === 0 || !isAskedFromOutside(parent, real)) return undefined;
  const entry = specifiers.find((each) => isEntry(real, each.slice(name.length)));
  if (entry !== undefined) return known(entry, real, exports);
  // What a package gives away under a subpath is judged by the census; nobody judges the file behind a path.
  return holding(specifiers, real, exports) ?? (subpath === undefined ? 'unknown' : undefined);
}

/** The files of a package ask for each other as well: what the app gets of them is hooked already. */
function isAskedFromOutside(parent: string | undefined, real: string): boolean {
  if (parent === undefined || !CODE.test(new URL(real).pathname)) return false;
  return packageOf(parent) !== packageOf(real);
}

/** The name of a package, and what stands behind it; no path, no address and no name inside of a package. */
const BARE = /^(?:@[^/:]+\/)?[^./#@:][^/:]*((?:\/[^:]*)?)$/;

/** What may hold code; of a package, its manifest is asked for by its path too. */
const CODE = /\.[cm]?[jt]sx?$/;

/** The exports that this version of the module has; all of them where it only passes on those of other files. */
function known(specifier: string, real: string, exports: ExportsOf): Intercepted {
  const names = exports[specifier] ?? [];
  const text = textOf(real);
  const found = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return { specifier, names: found.length === 0 ? names : found };
}

/** True where a file exports this name itself, as ES module or as CommonJS. */
function isExported(name: string, text: string): boolean {
  return new RegExp(
    `\\bexport\\s+(?:default\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|const|let|var)\\s+${name}\\b` +
      `|\\bexport\\s*\\{[^}]*\\b${name}\\s*[,}]` +
      `|\\bexports\\.${name}\\s*=|\\bexports,\\s*["']${name}["']` +
      `|\\bmodule\\.exports\\s*=\\s*\\{[^}]*\\b${name}\\b`,
  ).test(text);
}

/** The module whose exports a file has that is no entry of its package. */
function holding(
  specifiers: readonly string[],
  real: string,
  exports: ExportsOf,
): Intercepted | undefined {
  const text = textOf(real);
  for (const specifier of specifiers) {
    const names = exports[specifier]!.filter(
      (name) => name !== 'default' && isExported(name, text),
    );
    if (names.length === 0) continue;
    // `export *` leaves out a default, which has to be passed on by its name.
    const hasDefault = /\bexport\s+default\b|\bas\s+default\b/.test(text);
    return { specifier, names: hasDefault ? [...names, 'default'] : names };
  }
  return undefined;
}

function textOf(real: string): string {
  return readFileSync(fileURLToPath(real), 'utf8');
}
