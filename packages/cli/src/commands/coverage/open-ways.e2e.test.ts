import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';

const OPENAI = join(import.meta.dirname, '../../../../openai/node_modules/openai');
const NAMED = { dependencies: { openai: '*', '@interpose/openai': '*', 'openai-wrapper': '*' } };

function appOf(files: Readonly<Record<string, string>>, manifest: object = NAMED): TemporaryApp {
  const app = temporaryApp(
    { 'package.json': JSON.stringify({ type: 'module', ...manifest }), ...files },
    ['core', 'openai'],
  );
  symlinkSync(realpathSync(OPENAI), join(app.folder, 'node_modules/openai'));
  return app;
}

/** Returns the uses that are not enforced, as `status entry`. */
async function below(app: TemporaryApp): Promise<readonly string[]> {
  const { out, code } = await app.run('coverage', '--require', 'enforced', '--json');
  const told = JSON.parse(out) as { below: { status: string; entry: string; file: string }[] };
  expect(code).toBe(told.below.length === 0 ? 0 : 1);
  return told.below.map(({ status, entry, file }) => `${file} ${status} ${entry}`);
}

test.for([
  ['that another source exports again', "import { OpenAI } from './sdk'; new OpenAI();"],
  ['of a module that is required without a name', "new (require('openai'))();"],
  ['of import() without a name', "new (await import('openai')).OpenAI();"],
])('counts an unhooked client %s', async ([, text]) => {
  using app = appOf({ 'sdk.ts': "export { OpenAI } from 'openai';", 'app.ts': text! });
  expect(await below(app)).toEqual(['app.ts unhooked OpenAI']);
});

test('counts everything of an SDK that another source only exports again', async () => {
  using app = appOf({ 'sdk.ts': "export { generateVideo as make } from 'openai/more';" });
  expect(await below(app)).toEqual(['sdk.ts unknown more: generateVideo']);
});

test.for([
  ["(await import('openai/more')).generateVideo({})", 'generateVideo'],
  ["require('openai/more')['generateVideo']({})", 'generateVideo'],
  ["import * as sdk from 'openai/more'; const { generateVideo: v } = sdk; v()", 'generateVideo'],
  ["export * from 'openai/more'", '*'],
  ["export * as sdk from 'openai/more'", '*'],
])('counts what is used of an SDK by %s', async ([text, name]) => {
  using app = appOf({ 'app.ts': text! });
  expect(await below(app)).toEqual([`app.ts unknown more: ${name}`]);
});

const CLIENT = `import { OpenAI } from 'openai'; import { withHooks } from '@interpose/openai';
export const c = withHooks(new OpenAI(), {});
`;

test.for([
  "c['images'].generate({})",
  'c?.images.generate({})',
  'c!.images.generate({})',
  '(c.images as any).generate({})',
  'export const made = (await c.images.generate({})) as unknown',
  'withHooks(new OpenAI(), {}).images.generate({})',
  'this.own.client.images.generate({})',
  'const { images } = c; images.generate({})',
  'const { images: { generate: g } } = c; g({})',
  'const { generate = g } = c.images; generate({})',
  'function f({ images }: OpenAI) { return images.generate({}); }',
  'const im = c.images; im.generate({})',
  'class A { im = c.images; go() { return this.im.generate({}); } }',
  'const g = c.images.generate; g({})',
  'c.images.generate.call(c.images, {})',
  'c.images.generate.bind(c.images)({})',
])('counts the unmediated method of %s', async (text) => {
  using app = appOf({ 'app.ts': `${CLIENT}${text};` });
  expect(await below(app)).toEqual(['app.ts unmediated client.images.generate()']);
});

test.for([
  ['serve(c.images)', 'client.images'],
  ['export const all = { im: c!.images }', 'client.images'],
  ['export const im = c.images', 'client.images'],
  ['export const { images } = c', 'client.images'],
  ['const own = () => c.beta.threads; own().create({})', 'client.beta.threads'],
  ['c[which].generate({})', 'client.*'],
  ['const d = c; serve(d.images)', 'client.images'],
  ['Object.values(c)', 'client.*'],
  ["import { wrap } from 'openai-wrapper'; wrap(c)", 'client.*'],
] as const)('counts the part of a client that nobody can follow in %s', async ([text, part]) => {
  using app = appOf({ 'app.ts': CLIENT, 'b.ts': `import { c } from './app'; ${text};` });
  expect(await below(app)).toEqual([`b.ts unknown ${part}`]);
});

test('methods that are hooked, and what only has the name of a part of a client, are below nothing', async () => {
  using app = appOf({
    'app.ts': `${CLIENT}const { chat } = c; const { completions: own } = chat; own.create({});
      c?.chat['completions'].create({}); const { files, images } = request; files.map(images);
      export function talk() { const { chat } = c; const all = chat.completions; return all.create({}); }`,
  });
  expect(await below(app)).toEqual([]);
});

test('an SDK among the optional dependencies is named', async () => {
  using app = appOf(
    { 'app.ts': `${CLIENT}c.images.generate({});` },
    { optionalDependencies: NAMED.dependencies },
  );
  expect(await below(app)).toEqual(['app.ts unmediated client.images.generate()']);
});

test('an SDK that sources import and package.json does not name is unknown, whatever they use of it', async () => {
  using app = appOf({
    'app.ts': "import { Client } from '@modelcontextprotocol/sdk/client'; new Client();",
    'typed.ts': "import type { Server } from '@modelcontextprotocol/sdk/server';",
  });
  expect(await below(app)).toEqual(['app.ts unknown client: Client']);
});

const REGISTERED = 'node --import @interpose/openai/register app.ts';

test('counts a client that one of the scripts starts without register, and says which', async () => {
  const files = { 'app.ts': "import { OpenAI } from 'openai'; new OpenAI();" };
  using app = appOf(files, { ...NAMED, scripts: { start: REGISTERED, dev: 'node app.ts' } });
  expect(await below(app)).toEqual(['app.ts unhooked OpenAI']);
  const { out } = await app.run('coverage');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'scripts that start a file without @interpose/openai/register: dev ',
  );
  const told = await app.run('check', '--strict');
  expect(told.out.replaceAll(/\s+/g, ' ')).toContain(
    'OpenAI is used without hooks where the script dev starts a file without @interpose/openai/register ',
  );
  expect(told.code).toBe(1);
  app.write('lint.mjs', "import { readdirSync } from 'node:fs'; readdirSync('.');");
  const scripts = { start: REGISTERED, lint: 'node lint.mjs', a: 5 };
  app.write('package.json', JSON.stringify({ ...NAMED, scripts }));
  expect((await app.run('check', '--strict')).code).toBe(0);
  expect(await below(app)).toEqual([]);
});

test.for([null, { a: 5 }, 'start', ['node app.ts']])('scripts %j are none', async (scripts) => {
  using app = appOf({ 'app.ts': CLIENT }, { ...NAMED, scripts });
  for (const command of ['check', 'coverage', 'doctor'])
    expect(await app.run(command)).toMatchObject({ code: 0, err: '' });
});
