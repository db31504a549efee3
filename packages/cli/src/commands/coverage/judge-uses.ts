import { relative } from 'node:path';

import { ENTRY_POINTS } from '../../uses/entry-points.ts';
import { findComponents } from '../../app/find-components.ts';
import { findMentions, type Mention } from '../../app/find-mentions.ts';
import { AppModules } from '../../uses/app-modules.ts';
import { AppStarts } from '../../uses/app-starts.ts';
import { findUses, type Use } from '../../uses/find-uses.ts';
import { readSources } from '../../app/list-sources.ts';
import { dependenciesOf, readManifest } from '../../app/read-manifest.ts';
import { SUPPORTED_SDKS, type SupportedSdk } from '../../app/supported-sdks.ts';
import type { JudgedEntry } from '../../census/shipped-census.ts';
import type { InstalledSdk } from '../../census/surveyed-sdks.ts';

/** How far policies apply to a use of an SDK; `unhooked` if no hooks are put on it. */
export type UseStatus = 'enforced' | 'observed' | 'unhooked' | 'unmediated' | 'unknown';

/** An SDK export that an app uses, with its first place in a file. */
export interface JudgedUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly package: string;
  readonly entry: string;
  readonly status: UseStatus;
  readonly why?: string;
}

/** Returns the status of every use of these SDKs in these sources of an app, without harmless ones. */
export function judgeUses(
  folder: string,
  sources: readonly string[],
  sdks: readonly InstalledSdk[],
): readonly JudgedUse[] {
  const app = new AppModules(readSources(sources));
  const manifest = readManifest(folder);
  const starts = new AppStarts(folder, manifest, app);
  const uses = findUses(app);
  const packages = [...sdks.map(({ sdk }) => sdk.name), ...SUPPORTED_SDKS.flatMap(namesOf)];
  const mentions = findMentions(app, packages, {
    methods: methodsOf(sdks),
    named: dependenciesOf(manifest).keys(),
    made: uses.filter(({ entry }) => entry.from === 'openai'),
  });
  const open = uses.filter((use) => !use.isHooked && !starts.registered.has(use.entry.adapter));
  const found = mentions.flatMap((mention): readonly JudgedUse[] => {
    const unhooked = open.find((use) => isOf(use, mention));
    const judged = judge(mention, sdks, unhooked !== undefined);
    if (judged === undefined) return [];
    const { path, from, id } = mention;
    const { line, column } = unhooked ?? mention;
    return [{ file: path, line, column, package: from, entry: id, ...judged }];
  });
  const isTold = (use: Use): boolean => mentions.some((mention) => isOf(use, mention));
  const others = uses.filter((use) => !isTold(use)).flatMap((use) => judgeOther(use, sdks, open));
  const unread = [
    ...app.unreadable.map((path) => unjudged(path, 'it cannot be parsed')),
    ...findComponents(folder, packages).map((path) => unjudged(path, BESIDE_MARKUP)),
  ];
  return [...found, ...once(others), ...unread].map((use) => {
    return { ...use, ...startedWithout(use, starts), file: relative(folder, use.file) };
  });
}

/** Says why a use is unhooked if only some scripts start with register. */
function startedWithout(use: JudgedUse, starts: AppStarts): Pick<JudgedUse, 'why'> {
  const adapter = ENTRY_POINTS.find(({ from }) => from === use.package)?.adapter ?? LANGCHAIN;
  const scripts = use.status === 'unhooked' ? starts.without(adapter) : [];
  if (scripts.length === 0) return {};
  const missing = `scripts that start a file without ${adapter}/register: ${scripts.join(', ')}`;
  return { why: `${use.why}; ${missing}` };
}

/** The adapter that hooks the models of every other package. */
const LANGCHAIN = '@interpose/langchain';

function namesOf({ packages }: SupportedSdk): readonly string[] {
  return packages;
}

/** Returns the openai client methods that the census has. */
function methodsOf(sdks: readonly InstalledSdk[]): ReadonlySet<string> {
  const openai = sdks.find(({ sdk }) => sdk.name === 'openai');
  return new Set(openai?.known?.nearest.entries.keys());
}

/** Judges a use whose source does not import the SDK by name: it comes through other sources, or has no name at all. */
function judgeOther(
  use: Use,
  sdks: readonly InstalledSdk[],
  open: readonly Use[],
): readonly JudgedUse[] {
  const { path, line, column, entry } = use;
  const own = sdks.find(({ adapterName }) => adapterName === entry.adapter);
  const judged = ((): Judged => {
    if (own === undefined) return ABSENT;
    if (own.adapter === undefined) return withoutAdapter(own);
    if (entry.beyondReach !== undefined) return { status: 'unmediated', why: entry.beyondReach };
    return open.includes(use) ? UNHOOKED : undefined;
  })();
  if (judged === undefined) return [];
  return [{ file: path, line, column, package: entry.from, entry: entry.name, ...judged }];
}

/** Returns the first use of each entry in a file. */
function once(uses: readonly JudgedUse[]): readonly JudgedUse[] {
  const first = Map.groupBy(uses, (use) => `${use.file} ${use.package} ${use.entry}`);
  return [...first.values()].map(([use]) => use!);
}

const BESIDE_MARKUP =
  'it names an SDK beside markup, which is not read: move the calls to a source of JavaScript or TypeScript';

/** Returns the use that stands for a source that cannot be judged. */
function unjudged(path: string, why: string): JudgedUse {
  return {
    file: path,
    line: 1,
    column: 1,
    package: '',
    entry: 'the source',
    status: 'unknown',
    why,
  };
}

function isOf({ path, entry }: Use, { path: where, from, id }: Mention): boolean {
  return path === where && entry.from === from && id.split(': ').at(-1) === entry.name;
}

type Judged = Pick<JudgedUse, 'status' | 'why'> | undefined;

function judge(mention: Mention, sdks: readonly InstalledSdk[], isOpen: boolean): Judged {
  const { from, id } = mention;
  // An entry point that is only exported again is judged where it is used.
  if (mention.isPassedOn === true && isEntryPoint(from, id)) return undefined;
  const own = sdks.find(({ sdk }) => sdk.name === from);
  if (own === undefined) return ABSENT;
  if (own.adapter === undefined) return withoutAdapter(own);
  if (id.endsWith('*')) return AS_A_WHOLE;
  const family = sdks.filter(({ adapterName }) => adapterName === own.adapterName);
  const entry = entryOf(family, id);
  if (entry === undefined && from === 'openai' && /^client\.[\w.]+$/.test(id))
    return judgePart(id, own);
  if (entry === undefined) return unsurveyed(from, id, isOpen);
  const { status, why } = entry.judged;
  if (status === 'harmless') return undefined;
  if (isOpen && status !== 'unmediated') return UNHOOKED;
  return { status, ...(why !== undefined && { why }) };
}

function withoutAdapter({ adapterName }: InstalledSdk): Judged {
  return { status: 'unmediated', why: `${adapterName} is not installed` };
}

const ABSENT = {
  status: 'unknown',
  why: 'package.json does not name it, or it is not installed',
} as const;

/** Judges a part of a client that is passed on: it is enforced if every method of it is. */
function judgePart(id: string, { known }: InstalledSdk): Judged {
  const entries = [...(known?.nearest.entries ?? [])].filter(([one]) => one.startsWith(`${id}.`));
  const isFine = entries.every(([, { judged }]) => /^(?:enforced|harmless)$/.test(judged.status));
  return isFine ? { status: 'enforced' } : AS_A_WHOLE;
}

const AS_A_WHOLE = {
  status: 'unknown',
  why: 'it is passed on, or taken by a name that is made, so nobody can tell what of it is used',
} as const;

const UNHOOKED = {
  status: 'unhooked',
  why: 'neither withHooks nor register puts hooks on it',
} as const;

/** Returns the entry of a value, whichever entry point it is imported from. */
function entryOf(family: readonly InstalledSdk[], id: string): JudgedEntry | undefined {
  const name = id.split(': ').at(-1) ?? id;
  const entries = family.flatMap(({ known }) => known?.nearest.entries ?? []);
  return entries.map((each) => each.get(id) ?? each.get(name)).find((each) => each !== undefined);
}

/** Judges a name that no census has. Methods are found by name alone, so an unknown one belongs to something else. */
function unsurveyed(from: string, id: string, isOpen: boolean): Judged {
  if (id.endsWith('()')) return undefined;
  if (isEntryPoint(from, id)) return isOpen ? UNHOOKED : { status: 'enforced' };
  return { status: 'unknown', why: 'no census knows it, so it counts as unmediated' };
}

function isEntryPoint(from: string, id: string): boolean {
  return ENTRY_POINTS.some((entry) => entry.from === from && entry.name === id);
}
