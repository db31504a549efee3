import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { repositoryRoot } from '../list-workspaces.ts';
import { NewAdapterError } from './new-adapter-error.ts';

/** The adapter of the guide; files that are the same for every SDK are copied from it. */
const toyFolder = join(repositoryRoot, 'packages/adapter-kit/test/toy-adapter');

/** The files that replace those of the toy, and the files that only a package has. */
const skeletonFolder = join(import.meta.dirname, 'skeleton');

/** Tests of the toy that depend on its SDK; the toy passes the suite without them. */
const toyOnly = ['with-hooks.test.ts', 'conformance.test.ts'];

/** Copies the skeleton of an adapter to a new folder of this name and returns the folder. */
export function makeAdapter(names: readonly string[], parent: string): string {
  const name = readName(names);
  const folder = join(parent, name);
  if (existsSync(folder)) {
    throw new NewAdapterError(
      'adapter_exists',
      `${folder} is there already`,
      'choose another name, or remove that folder',
    );
  }
  for (const [path, text] of filesOf(name)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function readName(names: readonly string[]): string {
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw new NewAdapterError(
      name === undefined ? 'name_missing' : 'name_unclear',
      name === undefined ? 'no name was given' : `${names.length} names were given`,
      'write one name, for example pnpm new:adapter my-sdk',
    );
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    throw new NewAdapterError(
      'name_invalid',
      `${JSON.stringify(name)} cannot be the name of a package and of a folder`,
      'use at most 64 lower-case letters, digits and single hyphens, a letter first, as in my-sdk',
    );
  }
  return name;
}

/** Returns the files of the new package by path: those of the toy, replaced and completed by those of the skeleton. */
function filesOf(name: string): ReadonlyMap<string, string> {
  const toy = globSync('**/*.ts', { cwd: toyFolder })
    .filter((path) => !toyOnly.includes(path))
    .map((path) => [`src/${path}`, read(toyFolder, path)] as const);
  const skeleton = globSync('**/*.txt', { cwd: skeletonFolder }).map(
    (path) => [path.replace(/\.txt$/, ''), read(skeletonFolder, path)] as const,
  );
  return new Map(
    [...toy, ...skeleton].map(([path, text]) => [rename(path, name), rename(text, name)]),
  );
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Renames `toy-sdk` and `ToyAgent` to `my-sdk` and `MySdkAgent` for an adapter of that name. */
function rename(text: string, name: string): string {
  const pascal = name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  return text.replaceAll('toy-sdk', name).replaceAll('Toy', pascal);
}
