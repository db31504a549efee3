import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { InterposeError } from '@interpose/core';

import { isOfEngine, mayHoldRules } from './files/named-files.ts';
import { holdsRules, readNamed, sha256, type NamedTexts } from './files/read-named.ts';

/** One version of the policies: exactly the texts that are loaded. */
export interface PolicySource {
  /** The SHA-256 in hexadecimal digits: of a module that names no other file, or of all files with their names. */
  readonly digest: string;
  /** The folder of the modules, where the packages they import are found. */
  readonly folder: string;
  /** The texts by their path in the folder: the modules, and all they import or name except packages. */
  readonly files: Readonly<Record<string, string>>;
  /** The files that export policies; for versions of an older guardian, those at the top of the folder. */
  readonly modules?: readonly string[];
  /** The versions of the imported packages. */
  readonly packages?: NamedTexts['packages'];
  /** The SHA-256 of data that the files name and read from the disk themselves. */
  readonly data?: NamedTexts['data'];
}

const CODE = '**/*.{ts,mts,js,mjs}';

/**
 * Reads a module, or every module of a folder.
 *
 * Throws `InterposeError` with code `policies_unreadable`.
 */
export async function readSource(path: string): Promise<PolicySource> {
  try {
    return statSync(path).isDirectory() ? await readFolder(path) : await readModule(path);
  } catch (cause) {
    if (InterposeError.isInstance(cause)) throw cause;
    const problem = `${path} cannot be read: ${(cause as Error).message}`;
    throw new InterposeError(
      'policies_unreadable',
      problem,
      'name a file or a folder of policies',
      { cause },
    );
  }
}

async function readModule(path: string): Promise<PolicySource> {
  const folder = dirname(path);
  const name = basename(path);
  const read = await readNamed(folder, [name]);
  const { [name]: text = '', ...others } = read.files;
  const isAlone = Object.keys({ ...others, ...read.packages, ...read.data }).length === 0;
  return { digest: isAlone ? sha256(text) : digestOf(read), folder, modules: [name], ...read };
}

async function readFolder(folder: string): Promise<PolicySource> {
  const names = globSync(CODE, {
    cwd: folder,
    exclude: ['**/node_modules/**', '**/*.test.*', '**/*.d.ts'],
  }).toSorted();
  if (names.length === 0)
    throw new InterposeError(
      'policies_unreadable',
      `${folder} holds no module`,
      'name a folder of policies',
    );
  const read = await readNamed(folder, names);
  await refuseUnloaded(folder, read.files);
  return { digest: digestOf(read), folder, modules: names.filter(isAtTop), ...read };
}

function digestOf({ files, packages, data }: NamedTexts): string {
  const named = Object.entries(files);
  const isWhole = Object.keys({ ...packages, ...data }).length === 0;
  return sha256(JSON.stringify(isWhole ? named : [named, packages, data]));
}

/** Files that a guardian does not load, because of their kind or the spelling of their ending. */
const NO_MODULE = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
const TESTS_AND_TYPES = /\.test\.|\.d\.[cm]?ts$/;

/** Refuses a folder with policies that nothing would load: other modules, and rules, Cedar or Rego that no module names. */
async function refuseUnloaded(folder: string, files: PolicySource['files']): Promise<void> {
  const refuse = (name: string, problem: string, remedy: string): never => {
    throw new InterposeError('policies_unreadable', `${join(folder, name)} ${problem}`, remedy);
  };
  const names = globSync('[!_.]*.*', { cwd: folder });
  for (const name of names) {
    if (name in files || TESTS_AND_TYPES.test(name) || isNamed(name, files)) continue;
    if (NO_MODULE.test(name))
      refuse(
        name,
        'is a module that a guardian does not load',
        'write an ES module that ends with .ts, .mts, .js or .mjs, or start its name with _ if it holds no policies',
      );
    if (mayHoldRules(name) && holdsRules(await readFile(join(folder, name), 'utf8')))
      refuse(
        name,
        'holds rules that no module of the folder loads',
        'load them in a module with rulesFile(path), or start its name with _ if nobody needs them',
      );
    // A schema holds no policies. The source of what was compiled to .wasm may stand beside it.
    if (
      (isOfEngine(name) && !/schema$/i.test(name)) ||
      (/\.rego$/i.test(name) && !names.some(isCompiled))
    )
      refuse(
        name,
        'holds policies that no module of the folder names',
        'load them in a module with cedar(…) or opa(…), or start its name with _ if nobody needs them',
      );
  }
}

function isCompiled(name: string): boolean {
  return /\.wasm$/i.test(name);
}

/** Whether a text contains this name, and not only a longer name that ends with it. */
function isNamed(file: string, files: PolicySource['files']): boolean {
  return Object.values(files).some((text) =>
    text
      .split(file)
      .slice(0, -1)
      .some((before) => !/[\w.-]$/.test(before)),
  );
}

/** Returns the modules that export policies; the others are their imports. */
export function modulesOf({ modules, files }: PolicySource): readonly string[] {
  return modules ?? Object.keys(files).filter(isAtTop);
}

function isAtTop(name: string): boolean {
  return !name.includes('/') && !name.startsWith('_');
}
