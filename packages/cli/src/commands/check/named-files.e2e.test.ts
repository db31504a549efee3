import { expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

const OPEN = "import OpenAI from 'openai';\nexport const client = new OpenAI();\n";

test('a folder stands for the sources in it, and others are not told of', async () => {
  using app = temporaryApp({ 'src/in/a.ts': OPEN, 'src/in/a.test.ts': OPEN, 'src/b.ts': OPEN });
  const { out } = await app.run('check', 'src/in', '--json');
  const { findings } = JSON.parse(out) as { findings: readonly { readonly file: string }[] };
  expect(findings.map(({ file }) => file)).toEqual(['src/in/a.ts']);
});

test('a source that is not there is an error, and no bug of the command', async () => {
  using app = temporaryApp({ 'src/a.ts': OPEN });
  const { err, out, code } = await app.run('check', 'src/a.ts', 'src/none.ts');
  expect(err).toBe(`file_unreadable: ${app.folder}/src/none.ts does not exist. Check the path.\n`);
  expect([out, code]).toEqual(['', 3]);
});

test.for(['none.yaml', 'none.json'])(
  'rules in %s that are not there are an error',
  async (file) => {
    using app = temporaryApp({ 'src/a.ts': OPEN });
    const { err, out, code } = await app.run('check', file);
    expect(err).toBe(`file_unreadable: ${app.folder}/${file} does not exist. Check the path.\n`);
    expect([out, code]).toEqual(['', 3]);
  },
);

test.for([
  [
    [],
    'there is nothing to check in FOLDER. Run it in the folder of the app, or name its sources.',
  ],
  [
    ['docs'],
    'there is nothing to check in FOLDER. Run it in the folder of the app, or name its sources.',
  ],
  [
    ['docs/a.md'],
    'FOLDER/docs/a.md is no source of JavaScript or TypeScript. Name sources or folders with some.',
  ],
] as const)('what holds nothing to check is an error: %s', async ([words, problem]) => {
  using app = temporaryApp({ 'docs/a.md': 'text', 'dist/app.js': OPEN });
  const { err, out, code } = await app.run('check', '--strict', ...words);
  expect(err).toBe(`file_unreadable: ${problem.replace('FOLDER', app.folder)}\n`);
  expect([out, code]).toEqual(['', 3]);
});
