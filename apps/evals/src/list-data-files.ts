import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { InterposeError } from '@interpose/core';

/** Which files of a folder are wanted, and where the data is from. */
export interface WantedFiles {
  matches(name: string): boolean;
  /** True takes those of the folders below as well. */
  readonly isDeep?: boolean;
  /** What they are called, for the message when there are none. */
  readonly kind: string;
  /** The public source of the data and what a row holds. */
  readonly source: string;
}

/**
 * The file itself, or the wanted ones of a folder in the order of their names.
 *
 * @throws InterposeError with code `data_not_found`, naming the public source.
 */
export function listDataFiles(data: string, wanted: WantedFiles): readonly string[] {
  const notFound = (problem: string): InterposeError =>
    new InterposeError('data_not_found', problem, wanted.source);
  if (!existsSync(data)) throw notFound(`${data} does not exist`);
  if (!statSync(data).isDirectory()) return [data];
  const below = readdirSync(data, { recursive: wanted.isDeep ?? false, encoding: 'utf8' });
  const names = below.filter((name) => wanted.matches(basename(name)));
  if (names.length === 0) throw notFound(`there is no ${wanted.kind} in ${data}`);
  return names.toSorted().map((name) => join(data, name));
}
