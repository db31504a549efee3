import { InterposeError } from '@interpose/core';

import { classifier } from '../../census/classify.ts';
import { compareCensuses, type Differences } from '../../census/compare-censuses.ts';
import { readShipped } from '../../census/shipped-census.ts';
import { installedSdks, type InstalledSdk } from '../../census/surveyed-sdks.ts';
import type { Census, takeCensus } from '../../census/take-census.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** How a package differs from the surveyed version that is nearest to it. */
interface Report extends Differences {
  readonly package: string;
  readonly version: string;
  readonly surveyed: string;
  readonly entries: number;
  /** Entries that no class covers. */
  readonly unknown: readonly string[];
}

/** Takes the census of the installed SDKs and tells what the shipped one does not know. */
export async function runCensus(given: Given, terminal: Terminal): Promise<ExitCode> {
  const { folder, words } = given;
  const all = installedSdks(folder).filter(({ known }) => known !== undefined);
  const chosen = all.filter(({ sdk }) => words.length === 0 || words.includes(sdk.name));
  const names = all.map(({ sdk }) => sdk.name).join(', ');
  const odd = words.find((name) => !all.some(({ sdk }) => sdk.name === name));
  if (odd !== undefined)
    throw usageError(`no census of ${odd} is here`, `choose of ${names || 'none'}`);
  const take = await survey();
  const reports: Report[] = [];
  for (const each of chosen) reports.push(await reportOn(each, take));
  terminal.json({ packages: reports });
  if (chosen.length === 0) terminal.say('No SDK with an adapter that ships a census is installed.');
  for (const report of reports) tell(report, terminal);
  return reports.some(({ unknown }) => unknown.length > 0) ? 1 : 0;
}

type Take = typeof takeCensus;

/** The compiler is large and only this command needs it, so the app brings it. */
async function survey(): Promise<Take> {
  try {
    return (await import('../../census/take-census.ts')).takeCensus;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND';
    throw new InterposeError(
      'compiler_missing',
      isAbsent
        ? 'typescript is not installed beside interpose'
        : `the typescript beside interpose has no interface for programs, as TypeScript 7 has none: ${message.split('\n')[0]}`,
      'run npm install --save-dev interpose typescript@6, then npx interpose census',
      { cause },
    );
  }
}

async function reportOn({ sdk, adapter, known }: InstalledSdk, take: Take): Promise<Report> {
  const { surveyed, nearest } = known!;
  const { name, family, skip } = surveyed;
  const taken = await take(sdk.folder, {
    family: new RegExp(family),
    ...(skip !== undefined && { skip: new RegExp(skip) }),
  });
  const kinds = [...nearest.entries].map(([id, { kind }]) => [id, kind] as const);
  const before: Census = {
    package: name,
    version: nearest.version,
    entries: Object.fromEntries(kinds),
  };
  const classify = classifier(readShipped(adapter!.folder)!.classes);
  const unknown = Object.entries(taken.entries).flatMap(([id, kind]) =>
    classify(id, kind) === undefined ? [id] : [],
  );
  return {
    package: name,
    version: sdk.version,
    surveyed: nearest.version,
    entries: Object.keys(taken.entries).length,
    ...compareCensuses(before, taken),
    unknown,
  };
}

const SHOWN = 40;

/** Where a package of types is not installed, what has one of its types is anything. */
const BESIDE =
  'It is the surveyed version itself: what differs comes from packages that are, or are not, installed beside it, such as types.';

function tell(report: Report, terminal: Terminal): void {
  const { version, surveyed, entries, added, gone, changed, unknown } = report;
  const title = terminal.paint('bold', `${report.package} ${version}`);
  terminal.say(`${title}, compared with the census of ${surveyed}`);
  terminal.block(
    table([
      ['entries', entries],
      ['new', added.length],
      ['gone', gone.length],
      ['changed', changed.length],
      ['unknown', unknown.length],
    ]),
  );
  for (const [mark, ids] of [
    ['unknown', unknown],
    ['new', added.filter((id) => !unknown.includes(id))],
    ['gone', gone],
    ['changed', changed],
  ] as const) {
    for (const id of ids.slice(0, SHOWN)) terminal.say(`  ${mark.padEnd(8)} ${id}`);
    if (ids.length > SHOWN)
      terminal.say(`  ${mark.padEnd(8)} and ${ids.length - SHOWN} more; see --json`);
  }
  if (surveyed === version && added.length + gone.length + changed.length > 0)
    terminal.block(wrap(BESIDE, terminal.columns, '  '));
  if (unknown.length > 0)
    terminal.say(
      "  What is unknown counts as unmediated. Run with require: 'enforced', or wait for the adapter.",
    );
  terminal.say();
}
