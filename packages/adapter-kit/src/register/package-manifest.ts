import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { madeOnce } from '../run/made-once.ts';

/** The fields of a package's manifest that are read. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

const manifests = new Map<string, Manifest>();

/** Returns the manifest of the package that contains a file, by the URL of the file. */
export function manifestOf(url: string): Manifest {
  const path = packageOf(url);
  if (path === undefined) return {};
  return madeOnce(manifests, path, () => JSON.parse(readFileSync(path, 'utf8')) as Manifest);
}

/** The path of the manifest by folder: every module that is loaded asks for it. */
const packages = new Map<string, string | undefined>();

/**
 * Returns the path of the package.json around a file; undefined for a URL that is no file, such as one that another
 * adapter made. If no package is around the file, Node returns the file itself.
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

/** Whether a file is the entry of its package for a subpath, under any condition. */
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

/** Returns every file that an entry of the exports names, under any condition. */
function targetsIn(declared: unknown): readonly string[] {
  if (typeof declared === 'string') return [declared];
  return holdsTargets(declared) ? Object.values(declared).flatMap(targetsIn) : [];
}

/** Whether a value contains targets: an object by conditions, or a list from which Node takes the first that works. */
function holdsTargets(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
