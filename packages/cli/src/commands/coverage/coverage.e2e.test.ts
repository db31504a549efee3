import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';

const OPENAI = join(import.meta.dirname, '../../../../openai/node_modules/openai');
const CLIENTS = `import OpenAI from 'openai';
export const client = new OpenAI();
export const other = new OpenAI();
`;
const APP = `import { withHooks as hookOpenAI } from '@interpose/openai';
import { client, other } from './client.js';
import { experimental_startBatch } from 'ai';
await hookOpenAI(client, hooks).chat.completions.create({});
await client.chat.completions.create({});
await other.images.generate({ prompt: 'x' });
await experimental_startBatch({});
`;

function shop(app: string): TemporaryApp {
  const made = temporaryApp(
    {
      'package.json': JSON.stringify({
        type: 'module',
        dependencies: { openai: '*', '@interpose/openai': '*', ai: '*' },
      }),
      'src/client.ts': CLIENTS,
      'src/app.ts': app,
      'node_modules/ai/package.json': JSON.stringify({ name: 'ai', version: '7.0.173' }),
    },
    ['core', 'openai'],
  );
  symlinkSync(realpathSync(OPENAI), join(made.folder, 'node_modules/openai'));
  return made;
}

interface Told {
  readonly packages: readonly Readonly<Record<string, unknown>>[];
  readonly uses: readonly {
    readonly file: string;
    readonly line: number;
    readonly entry: string;
    readonly status: string;
  }[];
}

test('tells of each entry that the app uses where it stands, and of each package what is open', async () => {
  using app = shop(APP);
  const { out, code } = await app.run('coverage', '--require', 'enforced', '--json');
  const { packages, uses } = JSON.parse(out) as Told;
  const lines = uses.map(({ file, line, entry, status }) => `${file}:${line} ${entry} ${status}`);
  expect(lines).toEqual([
    'src/app.ts:4 client.chat.completions.create() enforced',
    'src/app.ts:6 client.images.generate() unmediated',
    'src/app.ts:7 experimental_startBatch unmediated',
    'src/client.ts:3 OpenAI unhooked',
  ]);
  expect(code).toBe(1);
  const [ai, openai] = packages;
  expect(ai).toMatchObject({ package: 'ai', adapter: '@interpose/ai-sdk', open: [] });
  expect(openai).toMatchObject({
    package: 'openai',
    surveyed: openai?.['version'],
    entries: { enforced: expect.any(Number) },
    open: expect.arrayContaining([
      expect.objectContaining({ status: 'unmediated', paths: ['administration'] }),
    ]),
  });
});

test('is content where all that the sources use is enforced', async () => {
  using app = shop(`import { withHooks } from '@interpose/openai';
import { client, other } from './client.js';
await withHooks(client, hooks).chat.completions.create({});
export const second = withHooks(other, hooks);
`);
  const { out, code } = await app.run('coverage', '--require', 'enforced');
  expect(out).toMatch(/enforced {4}OpenAI {2}src\/client\.ts:2/);
  expect(out).toMatch(/Everything that the sources use is enforced\.\n$/);
  expect(code).toBe(0);
});

test('requires sources: a wrong folder proves nothing', async () => {
  using app = temporaryApp({ 'dist/app.js': CLIENTS }, []);
  const { err, out, code } = await app.run('coverage', '--require', 'enforced');
  expect(err).toMatch(/^file_unreadable: there is nothing to check in .* Run it in the folder of/);
  expect([out, code]).toEqual(['', 3]);
  expect((await app.run('coverage')).code).toBe(0);
});

test.for([
  ['is not named in package.json', {}, 'src/client.ts', 'OpenAI'],
  ['is not installed', { openai: '7' }, 'src/client.ts', 'OpenAI'],
  ['stands in a source that cannot be parsed', {}, 'src/broken.ts', 'the source'],
] as const)('requires more of an SDK that %s', async ([, dependencies, file, entry]) => {
  const one = "import OpenAI from 'openai';\nexport const client = new OpenAI();\n";
  const text = file === 'src/client.ts' ? one : `${one} }`;
  using app = temporaryApp({ 'package.json': JSON.stringify({ dependencies }), [file]: text }, []);
  const { out, code } = await app.run('coverage', '--require', 'observed', '--json');
  const { uses } = JSON.parse(out) as Told;
  expect(uses).toMatchObject([{ file, entry, status: 'unknown' }]);
  expect(code).toBe(1);
});

test.for([
  ["import OpenAI from 'openai'", 1],
  ["import type { OpenAI } from 'openai'", 0],
  ["// import type and value\nimport OpenAI from 'openai'", 1],
  ["import type, { OpenAI } from 'openai'", 1],
  ["import rules from './openai'", 0],
] as const)('code beside markup is not read: %s ends with %i', async ([line, expected]) => {
  using app = temporaryApp(
    { 'src/app.js': '', 'src/Page.astro': `---\n${line};\n---\n<p/>\n` },
    [],
  );
  const { out, code } = await app.run('coverage', '--require', 'observed', '--json');
  const unread = { file: 'src/Page.astro', entry: 'the source', status: 'unknown' };
  expect((JSON.parse(out) as Told).uses).toMatchObject(expected === 1 ? [unread] : []);
  expect(code).toBe(expected);
});
