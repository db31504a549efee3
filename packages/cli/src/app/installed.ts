import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package as it is installed. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  /** Its folder, with links resolved: two folders are two copies. */
  readonly folder: string;
  readonly dependencies: readonly string[];
  readonly peers: Readonly<Record<string, string>>;
}

/** The package that a module in this folder gets when it imports the name. */
export function installed(name: string, from: string): Installed | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return read(name, realpathSync(dirname(path)));
    if (folder === dirname(folder)) return undefined;
  }
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function read(name: string, folder: string): Installed {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { version = '0.0.0', dependencies = {}, peerDependencies = {} } = manifest;
  return {
    name,
    version,
    folder,
    dependencies: Object.keys({ ...dependencies, ...peerDependencies }),
    peers: peerDependencies,
  };
}
