import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { repositoryRoot } from '../list-workspaces.ts';

/** One line of an adapter's table of capabilities, as far as its classes have to agree with it. */
export type Row = { readonly path: string; readonly status: string };

/** The table of capabilities of an adapter; empty where it has none. */
export async function readCapabilities(adapter: string): Promise<readonly Row[]> {
  const path = join(repositoryRoot, `packages/${adapter}/src/capabilities.ts`);
  if (!existsSync(path)) return [];
  return ((await import(pathToFileURL(path).href)) as { capabilities: readonly Row[] })
    .capabilities;
}

/**
 * Where classes and table disagree: a class names a path that the table does not have with this status, or the table
 * has an enforced or an unmediated path that no class is about.
 */
export function judgePaths(classes: readonly EntryClass[], table: readonly Row[]): string[] {
  const rows = new Set(table.map(({ path, status }) => `${status} ${path}`));
  const judged = classes.filter(({ status }) => status !== 'harmless');
  const classed = new Set(judged.map(({ path, status }) => `${status} ${path}`));
  return [
    ...[...classed]
      .filter((each) => !rows.has(each))
      .map((each) => `a class says "${each}", and the table of capabilities has no such row`),
    ...[...rows]
      .filter((each) => !each.startsWith('observed ') && !classed.has(each))
      .map((each) => `the table of capabilities says "${each}", and no class does`),
  ];
}
