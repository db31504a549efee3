import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { blocks, readExamples, textOf } from './read-blocks.ts';

// Each of them is a process, or a compiler, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const packageFolder = join(import.meta.dirname, '../..');
/** Inside the package, so that examples find what it depends on, and itself by its name. */
const folder = join(packageFolder, '.examples');
const run = promisify(execFile);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

function subpaths(): readonly string[] {
  const { exports } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  ) as Manifest;
  return Object.keys(exports)
    .map((path) => path.slice('./'.length))
    .filter((path) => !path.endsWith('.json'));
}

test('the README names every policy, and every policy has a README of its own', () => {
  const readme = textOf('README.md');
  const missing = subpaths().filter(
    (path) =>
      !readme.includes(`(./src/${path}/README.md)`) ||
      !existsSync(join(packageFolder, 'src', path, 'README.md')),
  );
  expect(missing).toEqual([]);
});

test('every README has the name of its folder, and that of what they share lists each room', () => {
  const named = subpaths().filter(
    (path) => !textOf(`src/${path}/README.md`).startsWith(`# ${path}\n`),
  );
  expect(named).toEqual([]);
  const rooms = readdirSync(join(packageFolder, 'src/shared'), { withFileTypes: true });
  const listed = textOf('src/shared/README.md');
  const missing = rooms.filter(
    (room) => room.isDirectory() && !listed.includes(`\`${room.name}\``),
  );
  expect(missing).toEqual([]);
});

test('every file of the repository that a README names is there', () => {
  const readmes = ['README.md', ...subpaths().map((path) => `src/${path}/README.md`)];
  const missing = readmes.flatMap((readme) =>
    [...textOf(readme).matchAll(/\b(?:packages|apps)\/[\w./-]+\.ts\b/g)].flatMap(([path]) =>
      existsSync(join(packageFolder, '../..', path)) ? [] : [`${readme}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('every example of every README compiles', { timeout: 60_000 }, async () => {
  const examples = readExamples();
  expect(examples.length).toBeGreaterThan(subpaths().length - 3);
  for (const [index, { source }] of examples.entries())
    writeFileSync(join(folder, `example-${index}.mts`), `${source}\nexport {};\n`);
  const settings = {
    extends: join(packageFolder, '../../tsconfig.base.json'),
    compilerOptions: { declaration: false, isolatedDeclarations: false, types: ['node'] },
    include: ['*.mts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(packageFolder, '../../node_modules/@typescript/native/bin/tsc');
  const said = await run(process.execPath, [compiler, '--pretty', 'false', '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { readonly stdout: string }).stdout,
  );
  const named = said.replaceAll(
    /example-(\d+)\.mts/g,
    (_, index: string) => examples[Number(index)]?.readme ?? '',
  );
  expect(named).toBe('');
});

test('the first example prints what the README says', async () => {
  const [source = ''] = blocks('README.md', 'ts');
  const [printed = ''] = blocks('README.md', 'text');
  const file = join(folder, 'first.mts');
  writeFileSync(file, source);
  const { stdout } = await run(process.execPath, ['--conditions=@interpose/source', file]);
  expect(stdout).toBe(printed);
});
