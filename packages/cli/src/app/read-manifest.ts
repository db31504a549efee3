import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { InterposeError } from '@interpose/core';

/** The fields of an app's package.json that commands read. */
export interface AppManifest {
  readonly name?: string;
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<
    Record<string, { readonly optional?: boolean } | null>
  > | null;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * Reads the package.json of a folder; returns an empty one if there is none.
 *
 * @throws InterposeError `file_unreadable` for one that is no JSON object.
 */
export function readManifest(folder: string): AppManifest {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return {};
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null)
      return {
        ...manifest,
        scripts: textsOf('scripts' in manifest ? manifest.scripts : undefined),
      };
    throw new TypeError('it is not an object');
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      'repair it',
    );
  }
}

/** Returns the entries whose value is text: package managers ignore the others. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}

/** Returns every package that the app names, with its version range. */
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

/** Whether the app works without a package, so that an install may leave it out. */
export function mayBeMissing(manifest: AppManifest, name: string): boolean {
  const { dependencies, devDependencies, optionalDependencies, peerDependenciesMeta } = manifest;
  if (optionalDependencies?.[name] !== undefined) return true;
  const isOptionalPeer = peerDependenciesMeta?.[name]?.optional === true;
  return isOptionalPeer && { ...dependencies, ...devDependencies }[name] === undefined;
}
