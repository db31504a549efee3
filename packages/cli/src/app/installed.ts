import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import valid from 'semver/functions/valid.js';

import { readAt } from './find-files.ts';

/** An installed package. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  /** The package folder, with links resolved: two folders mean two copies. */
  readonly folder: string;
  readonly dependencies: readonly string[];
  readonly peers: Readonly<Record<string, string>>;
}

/** Returns the package that a module in this folder gets when it imports the name. */
export function installed(name: string, from: string): Installed | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return read(name, realpathSync(dirname(path)));
    if (folder === dirname(folder)) return undefined;
  }
}

interface Manifest {
  readonly version?: unknown;
  readonly dependencies?: Readonly<Record<string, string>> | null;
  readonly peerDependencies?: Readonly<Record<string, string>> | null;
}

/** @throws InterposeError `file_unreadable` for a package.json that is none */
function read(name: string, folder: string): Installed {
  const path = join(folder, 'package.json');
  const { version, dependencies, peerDependencies } = readAt(
    path,
    () => manifestIn(path),
    REINSTALL,
  );
  const peers = peerDependencies ?? {};
  return {
    name,
    version: typeof version === 'string' ? version : '0.0.0',
    folder,
    dependencies: Object.keys({ ...dependencies, ...peers }),
    peers,
  };
}

/** The remedy for a broken file of a package. */
export const REINSTALL = 'install the dependencies again';

function manifestIn(path: string): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) throw new TypeError('it is not an object');
  const { version } = manifest as Manifest;
  if (typeof version === 'string' && valid(version) === null)
    throw new TypeError(`"${version}" is not a version`);
  return manifest;
}
