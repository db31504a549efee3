import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EntryClass } from '../../packages/adapter-kit/src/targets/entry-class.ts';
import { classifier } from '../../packages/cli/src/census/classify.ts';
import type { ShippedPackage } from '../../packages/cli/src/census/shipped-census.ts';
import { repositoryRoot } from '../list-workspaces.ts';
import { readCensuses, readClasses } from './census-files.ts';
import { surveyedPackages } from './surveyed-packages.ts';
import type { Census } from '../../packages/cli/src/census/take-census.ts';

/** Writes what an adapter ships of its census, for the commands `coverage` and `census`. */
export async function writeShipped(adapter: string): Promise<void> {
  writeFileSync(join(repositoryRoot, fileOf(adapter)), await renderShipped(adapter));
}

/** The shipped file of an adapter where it is missing or differs from its censuses and classes. */
export async function staleShipped(adapter: string): Promise<string | undefined> {
  const path = join(repositoryRoot, fileOf(adapter));
  const isFresh = existsSync(path) && readFileSync(path, 'utf8') === (await renderShipped(adapter));
  return isFresh ? undefined : fileOf(adapter);
}

function fileOf(adapter: string): string {
  return `packages/${adapter}/census/shipped.json`;
}

/** A class and an entry a line. */
async function renderShipped(adapter: string): Promise<string> {
  const classes = await readClasses(adapter);
  const censuses = Map.groupBy(readCensuses(adapter).values(), (census) => census.package);
  const packages = [...censuses].map(([name, versions]) => shipped(name, versions, classes));
  const texts = packages.map(({ entries, ...rest }) => {
    const head = JSON.stringify(rest).slice(0, -1);
    return `${head},"entries":[\n${linesOf(entries)}\n]}`;
  });
  const kept = classes.map(({ entries, status, path, why }) => ({ entries, status, path, why }));
  return `{"classes":[\n${linesOf(kept)}\n],"packages":[\n${texts.join(',\n')}\n]}\n`;
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(',\n');
}

function shipped(
  name: string,
  censuses: readonly Census[],
  classes: readonly EntryClass[],
): ShippedPackage {
  const surveyed = surveyedPackages.find((each) => each.name === name);
  if (surveyed === undefined) throw new Error(`${name} is not surveyed`);
  const ordered = censuses.toSorted((a, b) =>
    a.version.localeCompare(b.version, 'en', { numeric: true }),
  );
  const classify = classifier(classes);
  const rows = new Map<string, [id: string, kind: string, judged: number, versions: number]>();
  for (const [index, { entries }] of ordered.entries())
    for (const [id, kind] of Object.entries(entries)) {
      const found = classify(id, kind);
      if (found === undefined) continue;
      const key = `${id} — ${kind}`;
      const row = rows.get(key) ?? [id, kind, classes.indexOf(found.class), 0];
      row[3] |= 1 << index;
      rows.set(key, row);
    }
  return {
    name,
    versions: ordered.map(({ version }) => version),
    family: surveyed.family.source,
    ...(surveyed.skip === undefined ? {} : { skip: surveyed.skip.source }),
    entries: [...rows.values()],
  };
}
