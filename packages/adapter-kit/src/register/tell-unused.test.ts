import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

const REGISTER = `import { createHooks } from ${JSON.stringify(import.meta.resolve('@interpose/core'))};
import { interceptModule } from ${JSON.stringify(import.meta.resolve('./intercept-module.ts'))};
const hooks = createHooks();
hooks.observe('onHookError', ({ code }) => console.log(code));
interceptModule({ adapter: 'toy', exports: { toy: ['ask'] }, hooks, hook: (real) => real });
`;

const WORKER = `import { isMainThread, Worker } from 'node:worker_threads';
if (isMainThread) {
  await import('toy');
  new Worker(new URL(import.meta.url));
}
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interpose-unused-'));
  writeFileSync(join(folder, 'register.mjs'), REGISTER);
  const toy = join(folder, 'node_modules', 'toy');
  mkdirSync(toy, { recursive: true });
  writeFileSync(join(toy, 'package.json'), '{"name":"toy","type":"module","exports":"./toy.js"}');
  writeFileSync(join(toy, 'toy.js'), 'export const ask = () => 0;');
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['app.mjs', 'imports register too late', "import './register.mjs';", [], /^register_unused$/],
  ['app.mjs', 'is bundled', '', ['--import', './register.mjs'], /^register_unused$/],
  ['app.mjs', 'has a worker', WORKER, ['--import', './register.mjs'], /^$/],
  ['npm-cli.js', 'only starts others', '', ['--import', './register.mjs'], /^$/],
])('an app %s that %s is told what it has to know', async (file, _, text, before, told) => {
  writeFileSync(join(folder, file), text);
  const words = ['--conditions=@interpose/source', ...before, file];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: folder });
  expect(stdout.trim()).toMatch(told);
  expect(stderr.includes('start with node --import @interpose/toy/register')).toBe(stdout !== '');
});
