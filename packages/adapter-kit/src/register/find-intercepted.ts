import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isEntry, manifestOf, packageOf } from './package-manifest.ts';

/** The exports that are replaced, by the specifier of their module. */
type ExportsOf = Readonly<Record<string, readonly string[]>>;

/** One import or require of a module. */
interface AskedModule {
  /** The specifier in the import or require. */
  readonly given: string;
  /** The URL of the file that Node found for it. */
  readonly real: string;
  /** The URL of the file with the import or require. */
  readonly parent: string | undefined;
}

/** A module that an adapter replaces: its known specifier, and the names of the exports that are replaced. */
export interface Intercepted {
  readonly specifier: string;
  readonly names: readonly string[];
}

/**
 * Returns which of these modules was asked for: by its name, by the name its package was installed under, or by the
 * path of a file in the package. 'unknown' is such a file without any of the exports: it cannot be replaced.
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
  // The census judges what a package exports under a subpath; nothing judges a file that is loaded by its path.
  return holding(specifiers, real, exports) ?? (subpath === undefined ? 'unknown' : undefined);
}

/** Whether another package asks: files of one package load each other too, behind exports that are hooked already. */
function isAskedFromOutside(parent: string | undefined, real: string): boolean {
  if (parent === undefined || !CODE.test(new URL(real).pathname)) return false;
  return packageOf(parent) !== packageOf(real);
}

/** The pattern of a package's name and its subpath; no path, no URL and no `#` name inside a package. */
const BARE = /^(?:@[^/:]+\/)?[^./#@:][^/:]*((?:\/[^:]*)?)$/;

/** The pattern of files that may contain code; the manifest of a package is loaded by its path too. */
const CODE = /\.[cm]?[jt]sx?$/;

/** Returns the exports that this version of a module has; all of them if it only passes on those of other files. */
function known(specifier: string, real: string, exports: ExportsOf): Intercepted {
  const names = exports[specifier] ?? [];
  const text = textOf(real);
  const found = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return { specifier, names: found.length === 0 ? names : found };
}

/** Whether a file exports this name itself, as ES module or as CommonJS. */
function isExported(name: string, text: string): boolean {
  return new RegExp(
    `\\bexport\\s+(?:default\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|const|let|var)\\s+${name}\\b` +
      `|\\bexport\\s*\\{[^}]*\\b${name}\\s*[,}]` +
      `|\\bexports\\.${name}\\s*=|\\bexports,\\s*["']${name}["']` +
      `|\\bmodule\\.exports\\s*=\\s*\\{[^}]*\\b${name}\\b`,
  ).test(text);
}

/** Returns the module whose exports are in this file, which is no entry of its package. */
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
    // `export *` leaves out the default export, so that is passed on by name.
    const hasDefault = /\bexport\s+default\b|\bas\s+default\b/.test(text);
    return { specifier, names: hasDefault ? [...names, 'default'] : names };
  }
  return undefined;
}

function textOf(real: string): string {
  return readFileSync(fileURLToPath(real), 'utf8');
}
