import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { InterposeError } from '@interpose/core';

import { usageError, type Given } from '../program/given.ts';

/** The address of a guardian, and the key that a command line needs. */
export interface FoundGuardian {
  readonly url: string;
  readonly key: string;
}

/**
 * Finds the guardian that `--url` or `INTERPOSE_GUARDIAN_URL` names, with the key of `INTERPOSE_COMMAND_KEY`; without
 * them, the guardian with its data in `--folder`, `INTERPOSE_FOLDER` or `.interpose/guardian`.
 *
 * @throws InterposeError `guardian_unreachable`, `usage_invalid`.
 */
export function findGuardian(
  given: Given,
  env: Readonly<Record<string, string | undefined>> = process.env,
): FoundGuardian {
  const url = givenAddress(given, env);
  const key = givenKey(env);
  if (url !== undefined && key !== undefined) return { url, key };
  if (url !== undefined)
    throw new InterposeError(
      'guardian_unreachable',
      `there is no key for ${url}`,
      'set INTERPOSE_COMMAND_KEY to the one that the guardian was started with',
    );
  const folder = given.text('folder') ?? env['INTERPOSE_FOLDER'] ?? '.interpose/guardian';
  return readFolder(resolve(given.folder, folder));
}

/**
 * Returns the address that `--url` or `INTERPOSE_GUARDIAN_URL` names.
 *
 * @throws InterposeError `usage_invalid`.
 */
export function givenAddress(
  given: Given,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const option = given.text('url');
  const url = option ?? env['INTERPOSE_GUARDIAN_URL'];
  if (url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  const name = option === undefined ? 'INTERPOSE_GUARDIAN_URL' : '--url';
  throw usageError(
    `${name} is ${JSON.stringify(url)}`,
    'give an address such as http://127.0.0.1:4747',
  );
}

/** Returns the key of the environment, checked here, since fetch's error about a bad header shows the key. */
function givenKey(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = env['INTERPOSE_COMMAND_KEY']?.trim();
  if (key === undefined || /^[!-~]+$/.test(key)) return key;
  throw usageError(
    'INTERPOSE_COMMAND_KEY is no key of printable ASCII characters',
    'set it to the one that the guardian was started with',
  );
}

/** Reads the address and key of a guardian: it writes a new key at every start, readable only by its user. */
function readFolder(folder: string): FoundGuardian {
  try {
    const read = JSON.parse(readFileSync(join(folder, 'command.json'), 'utf8')) as FoundGuardian;
    if (typeof read.url === 'string' && typeof read.key === 'string') return read;
    throw new TypeError('it names no address and key');
  } catch (cause) {
    throw new InterposeError(
      'guardian_unreachable',
      `no guardian has its data in ${folder}`,
      'name its folder with --folder, or set INTERPOSE_GUARDIAN_URL and INTERPOSE_COMMAND_KEY',
      { cause },
    );
  }
}
