import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is read of a package. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

const manifests = new Map<string, Manifest>();

/** The manifest of the package that a file belongs to, by the address of the file. */
export function manifestOf(url: string): Manifest {
  const path = packageOf(url);
  if (path === undefined) return {};
  const known = manifests.get(path);
  if (known !== undefined) return known;
  const read = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  manifests.set(path, read);
  return read;
}

/** By folder, since every module that is loaded asks. */
const packages = new Map<string, string | undefined>();

/**
 * None for what is no file: another adapter stands before its module under a name of its own, and other hooks may as well.
 * Where no package is around a file, Node gives back the file.
 */
export function packageOf(url: string): string | undefined {
  const folder = dirname(url);
  if (packages.has(folder)) return packages.get(folder);
  try {
    const found = module.findPackageJSON(url);
    const path = found?.endsWith('package.json') === true ? found : undefined;
    packages.set(folder, path);
    return path;
  } catch {
    return undefined;
  }
}

/** True where a package gives this file to whoever asks for the subpath, under any of its conditions. */
export function isEntry(url: string, subpath: string): boolean {
  const { main = 'index', exports } = manifestOf(url);
  const bySubpath =
    holdsTargets(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  const own = subpath === '' ? [main, `${main}.js`, `${main}/index.js`] : [];
  const declared = bySubpath ? exports[`.${subpath}`] : subpath === '' ? exports : undefined;
  const manifest = pathToFileURL(packageOf(url) ?? '');
  const { origin, pathname } = new URL(url);
  return [...own, ...targetsIn(declared)].some((target) => {
    const file = new URL(target, manifest);
    return file.pathname === pathname && file.origin === origin;
  });
}

/** Every file that an entry of the exports names, whatever its conditions. */
function targetsIn(declared: unknown): readonly string[] {
  if (typeof declared === 'string') return [declared];
  return holdsTargets(declared) ? Object.values(declared).flatMap(targetsIn) : [];
}

/** Targets lie in records by their conditions, and in lists of which Node takes the first that it can. */
function holdsTargets(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
