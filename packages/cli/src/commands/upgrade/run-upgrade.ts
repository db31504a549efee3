import compare from 'semver/functions/compare.js';
import gt from 'semver/functions/gt.js';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';

import { installed, type Installed } from '../../app/installed.ts';
import {
  dependenciesOf,
  mayBeMissing,
  readManifest,
  type AppManifest,
} from '../../app/read-manifest.ts';
import { SUPPORTED_SDKS } from '../../app/supported-sdks.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readChangelog, type Version } from './read-changelog.ts';

/** A step to take, as a command line, and the reason. */
interface Step {
  readonly why: string;
  readonly command: string;
}

/** Reports the changes since the oldest installed version and how to upgrade to the newest. */
export async function runUpgrade(given: Given, terminal: Terminal): Promise<ExitCode> {
  const manifest = readManifest(given.folder);
  const names = ownNames(manifest);
  const own = names.flatMap((name) => installed(name, given.folder) ?? []);
  const missing = names.filter(
    (name) => !own.some((each) => each.name === name) && !mayBeMissing(manifest, name),
  );
  const versions = readChangelog().toSorted((a, b) => compare(b.version, a.version));
  const newest = versions[0]?.version ?? '0.0.0';
  const from = startOf(given, own);
  const changes = from === undefined ? [] : versions.filter(({ version }) => gt(version, from));
  const steps = [
    ...notInstalled(missing),
    ...onePackageSet(own, newest),
    ...sdksOutOfRange(given.folder),
  ];
  terminal.json({
    installed: own.map(({ name, version }) => ({ name, version })),
    missing,
    newest,
    from,
    changes,
    steps,
  });
  tell({ own, missing, newest, from, changes, steps }, terminal);
  return steps.length > 0 ? 1 : 0;
}

function startOf(given: Given, own: readonly Installed[]): string | undefined {
  const asked = given.text('from');
  if (asked === undefined) return own.map(({ version }) => version).toSorted(compare)[0];
  const version = valid(asked);
  if (version === null) throw usageError(`--from is "${asked}"`, 'give a version such as 0.1.0');
  return version;
}

function ownNames(manifest: AppManifest): readonly string[] {
  const names = [...dependenciesOf(manifest).keys()];
  return names.filter((name) => name === 'interpose' || name.startsWith('@interpose/'));
}

function notInstalled(missing: readonly string[]): readonly Step[] {
  if (missing.length === 0) return [];
  const why = `package.json names ${missing.join(', ')}, and ${missing.length === 1 ? 'it is' : 'they are'} not installed`;
  return [{ why, command: 'npm install' }];
}

/** Returns a step if versions differ: all packages share one version, and two cores do not share sessions. */
function onePackageSet(own: readonly Installed[], newest: string): readonly Step[] {
  const old = own.filter(({ version }) => gt(newest, version));
  if (old.length === 0) return [];
  const told = old.map(({ name, version }) => `${name} ${version}`).join(', ');
  const all = own.map(({ name }) => `${name}@${newest}`).join(' ');
  return [{ why: `${told} to ${newest}`, command: `npm install ${all}` }];
}

/** Returns a step for each SDK whose installed version the installed adapter does not support. */
function sdksOutOfRange(folder: string): readonly Step[] {
  return SUPPORTED_SDKS.flatMap(({ adapter, packages }) => {
    const { peers = {}, version = '' } = installed(adapter, folder) ?? {};
    return packages.flatMap((name) => {
      const [sdk, range] = [installed(name, folder), peers[name]];
      if (sdk === undefined || range === undefined || satisfies(sdk.version, range)) return [];
      const why = `${name} ${sdk.version}, since ${adapter} ${version} supports ${range}`;
      return [{ why, command: `npm install ${name}@"${range}"` }];
    });
  });
}

interface Told {
  readonly own: readonly Installed[];
  readonly missing: readonly string[];
  readonly newest: string;
  readonly from: string | undefined;
  readonly changes: readonly Version[];
  readonly steps: readonly Step[];
}

function tell({ own, missing, newest, from, changes, steps }: Told, terminal: Terminal): void {
  if (own.length > 0) terminal.block(table(own.map(({ name, version }) => [name, version])));
  else if (missing.length === 0) terminal.say('package.json names no package of Interpose.');
  terminal.say();
  if (from !== undefined && changes.length === 0)
    terminal.say(`Nothing changed after ${from}; the changelog ends with ${newest}.`);
  for (const { version, text } of changes) {
    terminal.say(terminal.paint('bold', version));
    for (const block of text.split(/\n(?=- |#|\n)/)) terminal.block(reflowed(block, terminal));
    terminal.say();
  }
  for (const { why, command } of steps) {
    terminal.block(wrap(`To do: ${why}`, terminal.columns));
    terminal.say(`  ${terminal.paint('cyan', command)}`);
  }
}

/** Wraps a heading, a paragraph or a list item to the terminal width, without Markdown characters. */
function reflowed(block: string, terminal: Terminal): string {
  const { columns } = terminal;
  const text = block.trim().replaceAll(/\s+/g, ' ').replaceAll('**', '');
  if (text === '') return '';
  const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
  if (heading !== undefined)
    return wrap(heading, columns, '  ')
      .split('\n')
      .map((line) => terminal.paint('bold', line))
      .join('\n');
  const [, point, rest = text] = /^(- )?(.*)$/.exec(text) ?? [];
  if (point === undefined) return wrap(rest, columns, '  ');
  return wrap(rest, columns, '    ').replace(/^ {4}/, '  - ');
}
