import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { PolicySource } from '../policy-source.ts';
import { mapped, withEndings } from './named-files.ts';

interface HeldVersion {
  readonly texts: ReadonlyMap<string, string>;
  /** Undefined for versions of an older guardian, which did not hold all their imports. */
  readonly packages: PolicySource['packages'];
}

/** The versions that serve or judge, by digest. */
const versions = new Map<string, HeldVersion>();
let loads = 0;

/** Returns a number that no earlier load has. */
export function newLoad(): number {
  return ++loads;
}

/** Returns the address of a module that is loaded afresh from exactly these texts, whatever is on the disk. */
export function addressOf(source: PolicySource, name: string, load: number): string {
  const { digest, folder, packages } = source;
  if (!versions.has(digest)) versions.set(digest, { texts: textsOf(source), packages });
  const url = pathToFileURL(resolve(folder, name));
  url.searchParams.set('version', digest);
  url.searchParams.set('load', String(load));
  return url.href;
}

/** Returns the texts of a version by their path on the disk. */
export function textsOf({ folder, files }: PolicySource): ReadonlyMap<string, string> {
  return new Map(Object.entries(files).map(([name, text]) => [resolve(folder, name), text]));
}

/** Returns the version of an address. */
export function versionAt(url: string | undefined): HeldVersion | undefined {
  if (url?.startsWith('file:') !== true || !url.includes('?version=')) return undefined;
  return versions.get(new URL(url).searchParams.get('version') ?? '');
}

/** Returns the text of an address. */
export function textAt(url: string): string | undefined {
  return versionAt(url)?.texts.get(pathAt(url));
}

/** Returns the path of an address, without its version. */
export function pathAt(url: string): string {
  const bare = new URL(url);
  bare.search = '';
  bare.hash = '';
  return fileURLToPath(bare);
}

/**
 * Returns the address of an imported module if the version holds its text. It does not read the disk: a link may lead
 * elsewhere by now, and its target has another path.
 */
export function heldBy(specifier: string, parent: string | undefined): string | undefined {
  const url = URL.parse(specifier, parent);
  if (url?.protocol !== 'file:' || !/^(?:file:|\.{0,2}\/|\.{1,2}$)/.test(specifier))
    return undefined;
  const isEntry = url.searchParams.has('version');
  url.search = isEntry ? url.search : (URL.parse(parent ?? '')?.search ?? '');
  url.hash = '';
  return textAt(url.href) === undefined ? undefined : url.href;
}

/** Does the same for a name in CommonJS, which may omit its ending. */
export function requiredBy(specifier: string, parent: string): string | undefined {
  const from = pathAt(parent);
  const isPath = /^(?:\.{1,2}(?:\/|$)|\/)/.test(specifier);
  const path = resolve(dirname(from), specifier);
  for (const each of isPath ? withEndings(path) : mapped(specifier, from)) {
    const held = heldBy(pathToFileURL(each).href, parent);
    if (held !== undefined) return held;
  }
  return undefined;
}
