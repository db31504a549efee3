import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const interceptUrl = new URL('./intercept-module.ts', import.meta.url).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interpose-intercept-'));
  write('register.mjs', [
    `import { interceptModule } from ${JSON.stringify(interceptUrl)};`,
    'const hook = (real, specifier) =>',
    "  ({ ...real, ask: () => 'hooked ' + specifier, default: () => 'hooked default' });",
    "interceptModule({ adapter: 'toy', exports: { toy: ['ask', 'default', 'gone'] }, hook });",
  ]);
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, lines: readonly string[]): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, lines.join('\n'));
}

function installToy(manifest: object, source: readonly string[]): void {
  write('node_modules/toy/package.json', [JSON.stringify({ main: 'index.js', ...manifest })]);
  write('node_modules/toy/index.js', source);
}

async function printed(file: string): Promise<string> {
  const flags = ['--import', join(folder, 'register.mjs'), join(folder, file)];
  return (await promisify(execFile)(process.execPath, flags, { cwd: folder })).stdout.trim();
}

const MODULE = ["export const ask = () => 'own';", 'export const told = 1;', 'export default ask;'];
const COMMONJS = ["exports.ask = () => 'own';", 'exports.told = 1;'];

describe('a module that an adapter stands before', () => {
  test('gives an import the hooked exports and its own others', async () => {
    installToy({ type: 'module' }, MODULE);
    write('app.mjs', [
      "import asked, * as toy from 'toy';",
      "console.log(toy.ask(), asked(), toy.told, 'gone' in toy);",
    ]);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy hooked default 1 false');
  });

  test('is known as a module by the type of its package also when it is required', async () => {
    installToy({ type: 'module' }, MODULE);
    write('app.cjs', ["console.log(require('toy').ask());"]);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy');
  });

  test('gives a require what the hook made of all of it', async () => {
    installToy({}, COMMONJS);
    write('app.cjs', ["const toy = require('toy');", 'console.log(toy.ask(), toy.told);']);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy 1');
  });

  test('is hooked too where it only passes on what other files export', async () => {
    installToy({ type: 'module' }, ["export * from './inner.js';"]);
    write('node_modules/toy/inner.js', MODULE);
    write('app.mjs', ["import { ask, told } from 'toy';", 'console.log(ask(), told);']);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy 1');
  });

  test('is hooked too where the app resolves it first and loads what it was told', async () => {
    installToy({ type: 'module' }, MODULE);
    write('app.mjs', [
      "const { ask } = await import(import.meta.resolve('toy'));",
      'console.log(ask());',
    ]);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy');
    write('app.cjs', ["console.log(require(require.resolve('toy')).ask());"]);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy');
    installToy({}, COMMONJS);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy');
  });

  test('is hooked too where its package was installed under another name', async () => {
    installToy({ name: 'toy', type: 'module' }, MODULE);
    renameSync(join(folder, 'node_modules/toy'), join(folder, 'node_modules/old-toy'));
    write('app.mjs', ["import { ask } from 'old-toy';", 'console.log(ask());']);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy');
  });

  test('is none of another package, and none of its own files', async () => {
    installToy({ name: 'toy', type: 'module', imports: { '#own': './inner.js' } }, [
      "export { ask } from '#own';",
    ]);
    write('node_modules/toy/inner.js', MODULE);
    write('node_modules/other/package.json', ['{"name":"other","type":"module","main":"x.js"}']);
    write('node_modules/other/x.js', MODULE);
    write('app.mjs', [
      "import { ask } from 'other';",
      "import { ask as inner } from './node_modules/toy/inner.js';",
      "import { readFileSync } from 'fs';",
      'console.log(ask(), inner(), typeof readFileSync);',
    ]);
    await expect(printed('app.mjs')).resolves.toBe('own own function');
  });
});
