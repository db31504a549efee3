import { relative } from 'node:path';

import { ENTRY_POINTS } from '../../uses/entry-points.ts';
import { findMentions, type Mention } from '../../app/find-mentions.ts';
import { findUses, type Use } from '../../uses/find-uses.ts';
import { listSources, readSources } from '../../app/list-sources.ts';
import { readManifest, registeredAdapters } from '../../app/read-manifest.ts';
import type { JudgedEntry } from '../../census/shipped-census.ts';
import type { InstalledSdk } from '../../census/surveyed-sdks.ts';

/** How far policies hold at something that an app uses; `unhooked` where nothing puts hooks on it. */
export type UseStatus = 'enforced' | 'observed' | 'unhooked' | 'unmediated' | 'unknown';

/** Something of an SDK that an app uses, where it does so first in a file. */
export interface JudgedUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly package: string;
  readonly entry: string;
  readonly status: UseStatus;
  readonly why?: string;
}

/** Where everything stands that the sources of an app use of these SDKs; what is harmless is left out. */
export function judgeUses(folder: string, sdks: readonly InstalledSdk[]): readonly JudgedUse[] {
  const sources = readSources(listSources(folder, []));
  const registered = registeredAdapters(readManifest(folder));
  const inSources = findUses(sources);
  const { uses } = inSources;
  const found = findMentions(
    sources,
    sdks.map(({ sdk }) => sdk.name),
  ).flatMap((mention): readonly JudgedUse[] => {
    const open = uses.find(
      (use) => isOf(use, mention) && !use.isHooked && !registered.has(use.entry.adapter),
    );
    const judged = judge(mention, sdks, open !== undefined);
    if (judged === undefined) return [];
    const { path, from, id } = mention;
    const { line, column } = open ?? mention;
    return [{ file: path, line, column, package: from, entry: id, ...judged }];
  });
  return [...found, ...unjudged(inSources, sdks)].map((use) => {
    return { ...use, file: relative(folder, use.file) };
  });
}

/** What no census can judge here: uses of an SDK that is not there, and sources of which nothing can be told. */
function unjudged(
  { uses, unreadable }: ReturnType<typeof findUses>,
  sdks: readonly InstalledSdk[],
): readonly JudgedUse[] {
  return [
    ...uses
      .filter(({ entry }) => !sdks.some(({ adapterName }) => adapterName === entry.adapter))
      .map(({ path, line, column, entry: { from, name } }) => ({
        file: path,
        line,
        column,
        package: from,
        entry: name,
        status: 'unknown' as const,
        why: 'package.json does not name it, or it is not installed',
      })),
    ...unreadable.map((path) => ({
      file: path,
      line: 1,
      column: 1,
      package: '',
      entry: 'the source',
      status: 'unknown' as const,
      why: 'it cannot be parsed',
    })),
  ];
}

function isOf({ path, entry }: Use, { path: where, from, id }: Mention): boolean {
  return path === where && entry.from === from && id.split(': ').at(-1) === entry.name;
}

type Judged = Pick<JudgedUse, 'status' | 'why'> | undefined;

function judge({ from, id }: Mention, sdks: readonly InstalledSdk[], isOpen: boolean): Judged {
  const own = sdks.find(({ sdk }) => sdk.name === from);
  const family = sdks.filter(({ adapterName }) => adapterName === own?.adapterName);
  if (own?.adapter === undefined)
    return { status: 'unmediated', why: `${own?.adapterName} is not installed` };
  const entry = entryOf(family, id);
  if (entry === undefined) return unsurveyed(from, id, isOpen);
  const { status, why } = entry.judged;
  if (status === 'harmless') return undefined;
  if (isOpen && status !== 'unmediated') return UNHOOKED;
  return { status, ...(why !== undefined && { why }) };
}

const UNHOOKED = {
  status: 'unhooked',
  why: 'neither withHooks nor register puts hooks on it',
} as const;

/** The same value has one entry, whatever entry point it is imported from. */
function entryOf(family: readonly InstalledSdk[], id: string): JudgedEntry | undefined {
  const name = id.split(': ').at(-1) ?? id;
  const entries = family.flatMap(({ known }) => known?.nearest.entries ?? []);
  return entries.map((each) => each.get(id) ?? each.get(name)).find((each) => each !== undefined);
}

/** A method is looked for by its name alone: one that no census has is that of something else. */
function unsurveyed(from: string, id: string, isOpen: boolean): Judged {
  if (id.endsWith('()')) return undefined;
  const isEntry = ENTRY_POINTS.some((entry) => entry.from === from && entry.name === id);
  if (isEntry) return isOpen ? UNHOOKED : { status: 'enforced' };
  return { status: 'unknown', why: 'no census knows it, so it counts as unmediated' };
}
