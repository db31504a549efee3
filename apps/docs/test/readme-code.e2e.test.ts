import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** Inside the app, so that the code finds what a reader would install. */
const folder = join(import.meta.dirname, '../.examples/readmes');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** READMEs that are pages of the site, and whose code no test of their own compiles. */
const readmes = ['packages/cli', 'packages/aos', 'packages/otel', 'apps/guardian'];

/** What the code there installs and this app does not: modules by their names, and where they lie. */
const installed: Readonly<Record<string, string>> = {
  '@hono/node-server': 'packages/aos/node_modules/@hono/node-server',
  '@interpose/otel': 'packages/otel',
  '@opentelemetry/sdk-trace': 'packages/otel/node_modules/@opentelemetry/sdk-trace',
};

/** Every block of TypeScript there, as a module of its own. */
function writeBlocks(): readonly string[] {
  return readmes.flatMap((readme) => {
    const text = readFileSync(join(root, readme, 'README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```(?:ts|js|tsx)\n([\s\S]*?)^```$/gm)];
    return blocks.map(({ 1: block = '' }, index) => {
      const file = `${readme.replace('/', '-')}-${index + 1}.mts`;
      writeFileSync(join(folder, file), `${block}\nexport {};\n`);
      return file;
    });
  });
}

/** What the compiler says against these files. */
function compile(files: readonly string[]): Promise<string> {
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { declaration: false, isolatedDeclarations: false, types: ['node'] },
    files,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '--pretty', 'false', '-p', folder], (_, said) =>
      resolve(said),
    );
  });
}

test('the code of READMEs that are pages compiles, and would not with a wrong name in it', async () => {
  for (const [module, place] of Object.entries(installed)) {
    const path = join(folder, 'node_modules', module);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(realpathSync(join(root, place)), path);
  }
  const files = writeBlocks();
  expect(files.length).toBeGreaterThan(9);
  writeFileSync(
    join(folder, 'wrong.mts'),
    "import { gardian } from '@interpose/aos';\ngardian();\n",
  );
  const said = await compile([...files, 'wrong.mts']);
  expect(said.match(/^\S+\.mts/gm)).toEqual([expect.stringContaining('wrong.mts')]);
});
