import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';

import { capabilities } from '../../src/capabilities.ts';
import { coverageTable } from './coverage-table.ts';
import { readmeBlocks, readmePath, readmeWith } from './readme-text.ts';

const packageFolder = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string | undefined;

afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** An app in a folder of its own, with this package and one version of the SDK installed by links. */
function appOn(sdk: string, source: string): string {
  folder = mkdtempSync(join(tmpdir(), 'interpose-readme-'));
  const modules = join(folder, 'node_modules');
  for (const scope of ['@interpose', '@a2a-js'])
    mkdirSync(join(modules, scope), { recursive: true });
  symlinkSync(realpathSync(join(packageFolder, 'node_modules', sdk)), join(modules, '@a2a-js/sdk'));
  symlinkSync(packageFolder, join(modules, '@interpose/a2a'));
  symlinkSync(join(packageFolder, '../core'), join(modules, '@interpose/core'));
  writeFileSync(join(folder, 'app.mts'), source);
  return folder;
}

async function node(cwd: string, ...given: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, given, { cwd });
  return stdout;
}

describe('the examples in the README', () => {
  const program = readmeBlocks('ts').join('\n');

  test.each(['a2a-sdk-floor', '@a2a-js/sdk'])('print on %s what the README says', async (sdk) => {
    const cwd = appOn(sdk, program);
    const printed = await node(cwd, '--conditions=@interpose/source', 'app.mts');
    expect(printed).toBe(readmeBlocks('text').join(''));
  });

  test('compile, and would not with a wrong name in them', async () => {
    const cwd = appOn('@a2a-js/sdk', program);
    writeFileSync(join(cwd, 'wrong.mts'), program.replace("name: 'known'", 'nam: 7'));
    const repository = join(packageFolder, '../..');
    const settings = {
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions: { declaration: false, isolatedDeclarations: false },
      files: ['app.mts', 'wrong.mts'],
    };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc');
    const said = await node(cwd, compiler, '--pretty', 'false', '-p', '.').catch(
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    const faults = said.split('\n').filter((line) => /^\S/.test(line));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !fault.startsWith('wrong.mts'))).toEqual([]);
  });
});

describe('the coverage in the README', () => {
  test('is that of the table of capabilities (update it with vitest -u)', async () => {
    const current = readmeWith('coverage', coverageTable(capabilities));
    await expect(current).toMatchFileSnapshot(readmePath);
  });

  test('changes with a status, a verb, a note and a path', () => {
    const [first, ...rest] = capabilities.filter(({ event }) => event === 'preA2aMessage');
    const changes = [
      { ...first!, status: 'observed' as const },
      { ...first!, verbs: ['allow'] as const },
      { ...first!, note: 'not on Sundays' },
      { ...first!, path: 'newPath' },
    ];
    const tables = changes.map((changed) => coverageTable([changed, ...rest]));
    expect(new Set([...tables, coverageTable([first!, ...rest])]).size).toBe(5);
  });
});
