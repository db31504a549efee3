import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import type { Census } from '../../packages/cli/src/census/take-census.ts';

/** Where the census of one version is kept, from the root of the repository. */
export function fileOf(adapter: string, census: Pick<Census, 'package' | 'version'>): string {
  return `packages/${adapter}/census/${census.package}@${census.version}.json`;
}

/** The committed censuses of an adapter, by file. */
export function readCensuses(adapter: string): Map<string, Census> {
  const files = globSync(`packages/${adapter}/census/**/*@*.json`, { cwd: repositoryRoot });
  return new Map(
    files
      .toSorted()
      .map((file) => [
        file,
        JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as Census,
      ]),
  );
}

/** The text of a census: one entry a line. */
export function textOf(census: Census): string {
  return `${JSON.stringify(census, undefined, 2)}\n`;
}

/** Writes the censuses of an adapter and removes those of versions that are no longer installed. */
export function writeCensuses(adapter: string, censuses: readonly Census[]): void {
  const kept = new Set(censuses.map((census) => fileOf(adapter, census)));
  for (const file of readCensuses(adapter).keys())
    if (!kept.has(file)) rmSync(join(repositoryRoot, file));
  for (const census of censuses) {
    const path = join(repositoryRoot, fileOf(adapter, census));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(census));
  }
}

/** The hand-written classes of an adapter; none where the adapter has no such file. */
export async function readClasses(adapter: string): Promise<readonly EntryClass[]> {
  return (await loadClasses(adapter))?.classes ?? [];
}

/** The lists of names that the code of an adapter lets pass, and where each finds its names. */
export async function readPassed(adapter: string): Promise<Readonly<Record<string, RegExp>>> {
  return (await loadClasses(adapter))?.passed ?? {};
}

type ClassesFile = {
  classes: readonly EntryClass[];
  passed?: Readonly<Record<string, RegExp>>;
};

async function loadClasses(adapter: string): Promise<ClassesFile | undefined> {
  const path = join(repositoryRoot, `packages/${adapter}/census/classes.ts`);
  return existsSync(path) ? ((await import(path)) as ClassesFile) : undefined;
}
