import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import { findConfig } from '@interpose/core/register';
import { createTwoFilesPatch } from 'diff';

import { AppModules } from '../../uses/app-modules.ts';
import { findUses, type Use } from '../../uses/find-uses.ts';
import { listSources, readSources } from '../../app/list-sources.ts';
import { dependenciesOf, readManifest, type AppManifest } from '../../app/read-manifest.ts';
import { SUPPORTED_SDKS } from '../../app/supported-sdks.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { writeWhole } from '../../program/whole-file.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { BASELINES } from './baselines.ts';
import { canWrite, hookSource, lineFor } from './hook-source.ts';

const CASES = 'first.policy.yaml';

/** A source that calls an SDK. */
interface Source {
  readonly path: string;
  readonly file: string;
  readonly text: string;
  readonly uses: readonly Use[];
}

/** Writes the files that are missing, and reports what to install and change. */
export async function runInit(given: Given, terminal: Terminal): Promise<ExitCode> {
  const { folder } = given;
  const kind = given.text('kind') ?? (given.flag('yes') ? 'support' : undefined);
  if (kind === undefined)
    throw usageError('no kind of app is named', 'add --kind support, coding or research, or --yes');
  const manifest = readManifest(folder);
  const named = dependenciesOf(manifest);
  const sdks = SUPPORTED_SDKS.filter(({ packages }) => packages.some((name) => named.has(name)));
  const first = firstFiles(manifest, folder, BASELINES[kind] ?? BASELINES['support']!);
  const sources = sourcesOf(folder);
  const changes = given.flag('write') ? changesOf(sources) : [];
  writeWhole(...[...first, ...changes].map(({ path, text }) => [path, text] as const));
  for (const change of changes) showChange(change, terminal);
  const written = first.map(({ file }) => file);
  const changed = changes.map(({ file }) => file);
  const missing = [
    '@interpose/core',
    '@interpose/policies',
    ...sdks.map(({ adapter }) => adapter),
  ].filter((name) => !named.has(name));
  const calls = sources.flatMap(({ file, uses }) =>
    uses.map((use) => ({
      file,
      line: use.line,
      call: use.written,
      write: lineFor(use),
      isWritten: changed.includes(file) && canWrite(use),
    })),
  );
  terminal.json({
    kind,
    written,
    sdks: sdks.map(({ adapter, packages }) => ({ adapter, packages })),
    missing,
    calls,
    changed,
  });
  tell({ folder, written, missing, calls }, terminal);
  return 0;
}

/** Returns the files that are missing. */
function firstFiles(
  { type }: AppManifest,
  folder: string,
  { config, cases }: { readonly config: string; readonly cases: string },
): readonly Pick<Change, 'path' | 'file' | 'text'>[] {
  if (findConfig(folder) !== undefined) return [];
  // In a package of CommonJS, which `npm init` makes, a module needs an ending of its own.
  const typescript = type === 'commonjs' ? 'mts' : 'ts';
  const file = `interpose.config.${process.features.typescript ? typescript : 'mjs'}`;
  const at = (name: string): string => join(folder, name);
  return [
    { path: at(file), file, text: config },
    ...(existsSync(at(CASES)) ? [] : [{ path: at(CASES), file: CASES, text: cases }]),
  ];
}

function sourcesOf(folder: string): readonly Source[] {
  const sources = readSources(listSources(folder, []));
  const open = findUses(new AppModules(sources)).filter(({ isHooked }) => !isHooked);
  return sources.flatMap(({ path, text }) => {
    const uses = open.filter((use) => use.path === path);
    return uses.length === 0 ? [] : [{ path, file: relative(folder, path), text, uses }];
  });
}

/** A source before and after the change. */
interface Change {
  readonly path: string;
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

function changesOf(sources: readonly Source[]): readonly Change[] {
  return sources
    .map(({ path, file, text, uses }) => {
      return { path, file, before: text, text: hookSource(text, path, uses) };
    })
    .filter(({ before, text }) => text !== before);
}

function showChange({ file, before, text }: Change, terminal: Terminal): void {
  const names = [`a/${file}`, `b/${file}`] as const;
  const patch = createTwoFilesPatch(...names, before, text, undefined, undefined, { context: 2 });
  for (const line of patch.split('\n').slice(1)) terminal.say(coloured(line, terminal));
}

function coloured(line: string, terminal: Terminal): string {
  if (line.startsWith('+')) return terminal.paint('green', line);
  return line.startsWith('-') ? terminal.paint('red', line) : line;
}

interface Told {
  readonly folder: string;
  readonly written: readonly string[];
  readonly missing: readonly string[];
  readonly calls: readonly {
    readonly file: string;
    readonly line: number;
    readonly call: string;
    readonly write: string;
    readonly isWritten: boolean;
  }[];
}

function tell({ folder, written, missing, calls }: Told, terminal: Terminal): void {
  for (const file of written) terminal.say(`wrote ${file}`);
  if (written.length === 0) terminal.say(`kept ${relative(folder, findConfig(folder) ?? '')}`);
  if (missing.length > 0) {
    terminal.say();
    terminal.say('Install what is missing:');
    terminal.say(`  npm install ${missing.join(' ')}`);
  }
  const left = calls.filter(({ isWritten }) => !isWritten);
  if (left.length > 0) {
    terminal.say();
    terminal.say('Change these calls, or start with node --import <adapter>/register:');
    for (const { file, line, write } of left) {
      terminal.say(`  ${file}:${line}`);
      terminal.say(`    ${write}`);
    }
  }
  terminal.say();
  terminal.say('Then: interpose test, interpose check, interpose doctor');
}
