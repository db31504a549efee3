import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { InterposeError } from '@interpose/core';

/** One version of the policies: exactly the texts that are loaded. */
export interface PolicySource {
  /** SHA-256 in hexadecimal digits: of the module, or of all files of a folder with their names. */
  readonly digest: string;
  /** Where the files lie, or lay; what they import beside themselves is found from there. */
  readonly folder: string;
  /** Texts by the path in the folder. */
  readonly files: Readonly<Record<string, string>>;
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
  const bytes = await readFile(path);
  const folder = dirname(path);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { digest, folder, files: { [path.slice(folder.length + 1)]: bytes.toString() } };
}

async function readFolder(folder: string): Promise<PolicySource> {
  const names = globSync(CODE, {
    cwd: folder,
    exclude: ['**/node_modules/**', '**/*.test.*', '**/*.d.ts'],
  }).toSorted();
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await readFile(join(folder, name), 'utf8');
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(files)))
    .digest('hex');
  if (names.length > 0) return { digest, folder, files };
  throw new InterposeError(
    'policies_unreadable',
    `${folder} holds no module`,
    'name a folder of policies',
  );
}

/** The modules that export policies: those at the top of the folder; others are what they import. */
export function modulesOf({ files }: PolicySource): readonly string[] {
  return Object.keys(files).filter((name) => !name.includes('/') && !name.startsWith('_'));
}
