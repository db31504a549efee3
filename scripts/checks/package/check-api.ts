import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { build } from 'tsdown';
import { snapshotFiles } from 'tsnapi';

import { listPublished, repositoryRoot, type Workspace } from '../../list-workspaces.ts';
import { withoutRepeats } from './without-repeats.ts';

type Entry = { name: string; source: string };

/** Compares every public surface with the `api` folder of its package; `--accept` writes the current one. */
async function checkApi(accept: boolean): Promise<void> {
  let read = 0;
  const faults: string[] = [];
  for (const workspace of listPublished()) {
    const entries = listEntries(workspace);
    const missing = accept ? [] : entries.filter(({ name }) => !isAccepted(workspace, name));
    faults.push(
      ...missing.map(({ name }) => `${workspace.folder}: ${name} has no accepted surface`),
    );
    if (missing.length === 0) faults.push(...(await compare(workspace, entries, accept)));
    read += entries.length;
  }
  console.log(`read ${read} entries`);
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) return;
  console.error('a surface changed: if that is meant, run `pnpm api:accept` and commit');
  process.exitCode = 1;
}

/** Returns every export with its source, named `index` for `.` and `matchers` for `./matchers`. */
function listEntries({ manifest }: Workspace): Entry[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const source = typeof target === 'string' ? undefined : target['@interpose/source'];
    if (source === undefined) return [];
    return [{ name: path === '.' ? 'index' : path.replace('../', ''), source }];
  });
}

function isAccepted({ folder }: Workspace, name: string): boolean {
  return existsSync(join(repositoryRoot, folder, 'api', `${name}.snapshot.d.ts`));
}

async function compare(
  { folder, manifest }: Workspace,
  entries: readonly Entry[],
  accept: boolean,
): Promise<string[]> {
  const output = mkdtempSync(join(tmpdir(), 'interpose-api-'));
  const found = join(output, 'api');
  const accepted = join(repositoryRoot, folder, 'api');
  try {
    await writeSurfaces(folder, entries, output);
    if (accept) cpSync(found, accepted, { recursive: true });
    const names = entries.flatMap(({ name }) => [`${name}.snapshot.d.ts`, `${name}.snapshot.js`]);
    const changes = names.map((name) => differenceOf(join(accepted, name), join(found, name)));
    return changes
      .filter((change) => change !== '')
      .map((change) => `${manifest.name}:\n${change}`);
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** Writes the types of each entry below `output/api`; a type shared by several entries is in the first of them. */
async function writeSurfaces(
  folder: string,
  entries: readonly Entry[],
  output: string,
): Promise<void> {
  for (const entry of entries) await bundle(folder, entry, output);
  const files = entries.map((entry) => ({
    name: entry.name,
    runtime: join(output, entry.name, 'index.js'),
    dts: join(output, entry.name, 'index.d.ts'),
  }));
  const root = join(repositoryRoot, folder);
  await snapshotFiles(files, root, {
    outputDir: relative(root, join(output, 'api')),
    referenceTracingDepth: 10,
    update: true,
    allowBreaking: true,
  });
  const paths = entries.map((entry) => join(output, 'api', `${entry.name}.snapshot.d.ts`));
  const surfaces = withoutRepeats(paths.map((path) => readFileSync(path, 'utf8')));
  for (const [index, path] of paths.entries()) writeFileSync(path, surfaces[index]!);
}

function differenceOf(accepted: string, found: string): string {
  const options = ['diff', '--no-index', '--no-color', '--unified=1'];
  return spawnSync('git', [...options, accepted, found], { encoding: 'utf8' }).stdout;
}

/** Bundles one export alone, since code shared by two exports would go to a third file that is not compared. */
async function bundle(folder: string, { name, source }: Entry, output: string): Promise<void> {
  await build({
    cwd: join(repositoryRoot, folder),
    config: false,
    entry: { index: source },
    outDir: join(output, name),
    format: 'esm',
    fixedExtension: false,
    dts: true,
    logLevel: 'error',
  });
}

await checkApi(process.argv.includes('--accept'));
