import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

/** What commands read of the package.json of an app. */
export interface AppManifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * The package.json of a folder, or an empty one where there is none.
 *
 * @throws InterposeError `file_unreadable` for one that is no JSON object.
 */
export function readManifest(folder: string): AppManifest {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return {};
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null) return manifest;
    throw new TypeError('it is not an object');
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      'repair it',
    );
  }
}

/** Every package that the app names, with the range it asks for. */
export function dependenciesOf(manifest: AppManifest): ReadonlyMap<string, string> {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
  return new Map(
    Object.entries({
      ...peerDependencies,
      ...devDependencies,
      ...dependencies,
      ...optionalDependencies,
    }),
  );
}

/** The adapters that the scripts of an app load before everything else. */
export function registeredAdapters({ scripts = {} }: AppManifest): ReadonlySet<string> {
  const found = Object.values(scripts).flatMap((line) => [
    ...line.matchAll(/--import[= ](@interpose\/[a-z-]+)\/register/g),
  ]);
  return new Set(found.map(([, adapter = '']) => adapter));
}
