import { listSources, nothingFound } from '../../app/list-sources.ts';
import { installedSdks, type InstalledSdk } from '../../census/surveyed-sdks.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { counted, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { judgeUses, type JudgedUse, type UseStatus } from './judge-uses.ts';
import { openPaths, tallyOf, type OpenPaths, type Tally } from './open-paths.ts';

/** The coverage of one package of an SDK. */
interface PackageCoverage {
  readonly package: string;
  readonly version: string;
  readonly adapter: string;
  readonly adapterVersion: string | undefined;
  /** The surveyed version that the numbers belong to. */
  readonly surveyed?: string;
  readonly entries?: Tally;
  readonly open: readonly OpenPaths[];
}

/** Reports which parts of the SDKs, and which uses of them in the app, are enforced, observed and unmediated. */
export async function runCoverage(given: Given, terminal: Terminal): Promise<ExitCode> {
  const sdks = installedSdks(given.folder);
  const packages = sdks.map(coverageOf);
  const sources = listSources(given.folder, []);
  const required = given.text('require');
  if (required !== undefined && sources.length === 0) throw nothingFound(given.folder);
  const uses = judgeUses(given.folder, sources, sdks);
  const less = required === undefined ? [] : uses.filter(({ status }) => !meets(status, required));
  terminal.json({ packages, uses, ...(required !== undefined && { required, below: less }) });
  if (packages.length === 0) terminal.say('package.json names no SDK that Interpose knows.');
  for (const each of packages) tellPackage(each, terminal);
  tellUses(uses, terminal);
  if (required !== undefined)
    terminal.say(
      less.length === 0
        ? `Everything that the sources use is ${required}.`
        : `${counted(less.length, 'use')} ${less.length === 1 ? 'is' : 'are'} less than ${required}.`,
    );
  return less.length > 0 ? 1 : 0;
}

function coverageOf({ sdk, adapterName, adapter, known }: InstalledSdk): PackageCoverage {
  const told = {
    package: sdk.name,
    version: sdk.version,
    adapter: adapterName,
    adapterVersion: adapter?.version,
  };
  if (known === undefined) return { ...told, open: [] };
  const { nearest } = known;
  return {
    ...told,
    surveyed: nearest.version,
    entries: tallyOf(nearest),
    open: openPaths(nearest),
  };
}

function meets(status: UseStatus, required: string): boolean {
  return status === 'enforced' || (required === 'observed' && status === 'observed');
}

function tellPackage(each: PackageCoverage, terminal: Terminal): void {
  const { version, adapter, adapterVersion, surveyed, entries, open } = each;
  terminal.say(terminal.paint('bold', `${each.package} ${version}`));
  if (adapterVersion === undefined)
    return terminal.block(`  ${adapter} is not installed: nothing is enforced\n`);
  terminal.say(`  hooked by ${adapter} ${adapterVersion}`);
  if (entries === undefined)
    return terminal.block('  no census: what the app uses of it is told below\n');
  const note =
    surveyed === version
      ? ''
      : ` (counted in ${surveyed}; interpose census tells what ${version} has besides)`;
  const figures = Object.entries(entries).map(([status, count]) => `${count} ${status}`);
  terminal.block(wrap(`${figures.join(', ')}${note}`, terminal.columns, '  '));
  for (const { status, paths, entries: count, why } of open) {
    const colour = status === 'observed' ? 'yellow' : 'red';
    terminal.say(`  ${terminal.paint(colour, status)}  ${counted(count, 'entry')}`);
    terminal.block(wrap(paths.join(', '), terminal.columns, '    '));
    terminal.block(wrap(why, terminal.columns, '      '));
  }
  terminal.say();
}

const COLOURS = {
  enforced: 'green',
  observed: 'yellow',
  unhooked: 'red',
  unmediated: 'red',
  unknown: 'red',
} as const;

function tellUses(uses: readonly JudgedUse[], terminal: Terminal): void {
  if (uses.length === 0) return;
  terminal.say(terminal.paint('bold', 'What this app uses'));
  for (const { file, line, column, entry, status, why } of uses) {
    const mark = terminal.paint(COLOURS[status], status.padEnd(10));
    terminal.say(`  ${mark}  ${entry}  ${terminal.paint('dim', `${file}:${line}:${column}`)}`);
    if (why !== undefined && status !== 'enforced')
      terminal.block(wrap(why, terminal.columns, '              '));
  }
  terminal.say();
}
