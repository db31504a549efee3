import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const interceptUrl = new URL('./intercept-module.ts', import.meta.url).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interpose-intercept-'));
  write('register.mjs', [
    `import { createHooks } from ${JSON.stringify(import.meta.resolve('@interpose/core'))};`,
    `import { interceptModule } from ${JSON.stringify(interceptUrl)};`,
    'const hooks = createHooks();',
    "hooks.observe('onHookError', ({ code }) => console.log(code));",
    'const hook = (real, specifier) =>',
    "  ({ ...real, ask: () => 'hooked ' + specifier, default: () => 'hooked default' });",
    "interceptModule({ adapter: 'toy', exports: { toy: ['ask', 'default', 'gone'] }, hooks, hook });",
  ]);
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, lines: readonly string[]): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, lines.join('\n'));
}

function installToy(manifest: object, source: readonly string[]): void {
  write('node_modules/toy/package.json', [
    JSON.stringify({ name: 'toy', main: 'index.js', ...manifest }),
  ]);
  write('node_modules/toy/index.js', source);
}

async function printed(file: string): Promise<string> {
  const before = ['--conditions=@interpose/source', '--import', join(folder, 'register.mjs')];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
  const app = [...before, join(folder, file)];
  return (await promisify(execFile)(process.execPath, app, { cwd: folder, env })).stdout.trim();
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

  test('keeps by what compilers know where the default of a required module is', async () => {
    installToy({}, ["Object.defineProperty(exports, '__esModule', { value: true });", ...COMMONJS]);
    write('app.cjs', [
      "const toy = require('toy');",
      'console.log(toy.__esModule, Object.keys(toy).join());',
    ]);
    await expect(printed('app.cjs')).resolves.toBe('true ask,told,default');
    installToy({}, COMMONJS);
    await expect(printed('app.cjs')).resolves.toBe('undefined ask,told,default');
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
    installToy({ type: 'module' }, MODULE);
    renameSync(join(folder, 'node_modules/toy'), join(folder, 'node_modules/old-toy'));
    write('app.mjs', ["import { ask } from 'old-toy';", 'console.log(ask());']);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy');
  });

  const here = (path: string): string => pathToFileURL(join(folder, path)).href;

  test.each([
    ['its path', () => join(folder, 'node_modules/toy/index.js')],
    ['its address', () => here('node_modules/toy/index.js')],
    ['its address with a query', () => `${here('node_modules/toy/index.js')}?again`],
    ['a path from the app', () => './node_modules/toy/index.js'],
    ['a link to its package', () => './vendor/index.js'],
  ])('is hooked too where its file is asked for by %s', async (_, address) => {
    installToy({ type: 'module', exports: { '.': { import: './index.js' } } }, MODULE);
    symlinkSync(join(folder, 'node_modules/toy'), join(folder, 'vendor'));
    write('app.mjs', [`import { ask, told } from '${address()}';`, 'console.log(ask(), told);']);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy 1');
  });

  test('is hooked too where CommonJS is asked for by its path, with the names it has', async () => {
    installToy({ main: './index' }, COMMONJS);
    write('app.cjs', ["console.log(require('./node_modules/toy/index').ask());"]);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy');
    write('app.mjs', [
      "import toy, * as all from './node_modules/toy/index.js';",
      "console.log(all.ask(), all.told, toy.ask(), toy.told, all['module.exports'] === toy);",
    ]);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy 1 hooked toy 1 true');
  });

  test.each([
    ['by its path', './node_modules/toy/inner.js'],
    ['under a subpath', 'toy/inner'],
  ])('is hooked too where an inner file that has its exports is asked for %s', async (_, given) => {
    installToy({ exports: { '.': './index.js', './inner': './inner.js' } }, []);
    write('node_modules/toy/inner.js', ['exports.ask = () => 1;', 'exports.told = 1;']);
    write('app.cjs', [`const { ask, told } = require('${given}');`, 'console.log(ask(), told);']);
    await expect(printed('app.cjs')).resolves.toBe('hooked toy 1');
    installToy({ type: 'module', exports: { './inner': './inner.js' } }, []);
    write('node_modules/toy/inner.js', MODULE);
    write('app.mjs', [
      `import asked, { ask, told } from '${given}';`,
      'console.log(ask(), told, asked());',
    ]);
    await expect(printed('app.mjs')).resolves.toBe('hooked toy 1 hooked default');
  });

  test('is told of where an inner file that has none of its exports is asked for by its path', async () => {
    installToy({ type: 'module' }, MODULE);
    write('node_modules/toy/inner.js', ["export const asks = () => 'own';"]);
    write('app.mjs', [
      "import { asks } from './node_modules/toy/inner.js';",
      "import './node_modules/toy/package.json' with { type: 'json' };",
      'console.log(asks());',
    ]);
    await expect(printed('app.mjs')).resolves.toBe('unmediated_call\nown');
  });

  test('is none of another package, and none of its own files', async () => {
    const manifest = { type: 'module', imports: { '#own': './inner.js' } };
    installToy(manifest, [
      "import { ask } from './inner.js';",
      "export { ask as own } from '#own';",
    ]);
    write('node_modules/toy/inner.js', MODULE);
    write('node_modules/other/package.json', ['{"name":"other","type":"module","main":"x.js"}']);
    write('node_modules/other/x.js', MODULE);
    write('app.mjs', [
      "import { ask } from 'other';",
      "import { own } from 'toy';",
      "import { ask as beside } from './node_modules/other/x.js';",
      "import { readFileSync } from 'fs';",
      'console.log(ask(), own(), beside(), typeof readFileSync);',
    ]);
    await expect(printed('app.mjs')).resolves.toBe('own own own function');
  });
});
