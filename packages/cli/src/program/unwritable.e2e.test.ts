import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { recordedCall, recording } from '../../test/recorded-rows.ts';
import { temporaryApp, type Ended } from '../../test/temporary-app.ts';

const OPEN = `export default [{ name: 'open', hooks: { preToolCall: () => undefined } }];\n`;
const BIG = `// ${'x'.repeat(4000)}\n`;

const app = temporaryApp({
  'interpose.config.mjs': OPEN,
  'runs.jsonl': recording(...['a', 'b', 'c'].map((to) => recordedCall('send_mail', { to }))),
  'first.policy.yaml': 'cases:\n  - { name: passes, tool: send_mail, expect: allow }\n',
  file: '',
});
mkdirSync(join(app.folder, 'folder'));
afterAll(() => app[Symbol.dispose]());

/** Runs the command with a limit on file size in blocks, like on a disk that is almost full. */
function runWithin(blocks: number, folder: string, ...words: readonly string[]): Ended {
  const command = join(app.folder, 'node_modules/interpose/dist/cli.js');
  const line = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, command, ...words];
  const { status, stdout, stderr } = spawnSync('sh', line, { cwd: folder, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

function leftIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.part'));
}

const WRITING: readonly (readonly [command: string, words: readonly string[]])[] = [
  ['learn', ['learn', 'runs.jsonl', '--force', '--out']],
  ['diff', ['diff', 'runs.jsonl', '--candidate', 'interpose.config.mjs', '--html']],
  ['attack', ['attack', 'runs.jsonl', '--out']],
  ['check', ['check', '--sarif']],
  ['test', ['test', '--junit']],
];

describe.for(WRITING)('what %s cannot write is an error with a remedy', ([, words]) => {
  test.for([
    ['file/below', 'ENOTDIR', 'Name a file in a folder that is there and may be written to.'],
    ['no/such/folder', 'ENOENT', 'Name a file in a folder that is there and may be written to.'],
    ['folder', 'EISDIR', 'Name a file in a folder that is there and may be written to.'],
    ['/dev/full', 'ENOSPC', 'Make room on the disk.'],
  ] as const)('at %s', async ([place, code, remedy]) => {
    const { err, out, code: ended } = await app.run(...words, place, '--json');
    const { error } = JSON.parse(out) as { error: Readonly<Record<string, string>> };
    expect(error).toMatchObject({ code: 'file_unwritable', remedy });
    expect(error['problem']).toMatch(
      new RegExp(`^/.*${place.slice(1)} cannot be written: ${code}: [a-z ]+$`),
    );
    expect([err, ended]).toEqual(['', 3]);
    expect(leftIn(app.folder)).toEqual([]);
  });
});

test('init writes all of its files or none, and leaves sources as they were', async () => {
  const source = "import OpenAI from 'openai';\nexport const client = new OpenAI();\n";
  using own = temporaryApp({
    'package.json': JSON.stringify({ dependencies: { openai: '7' } }),
    'src/first.ts': source,
    'src/second.ts': `${source}${BIG}`,
  });
  const before = readdirSync(own.folder);
  const { err, code } = runWithin(4, own.folder, 'init', '--yes', '--write');
  expect(err).toMatch(
    /^file_unwritable: .*\/src\/second\.ts cannot be written: EFBIG: .*\. Make room on the disk\.\n$/,
  );
  expect(code).toBe(3);
  expect(readdirSync(own.folder)).toEqual(before);
  expect(readFileSync(join(own.folder, 'src/first.ts'), 'utf8')).toBe(source);
  expect(readdirSync(join(own.folder, 'src'))).toEqual(['first.ts', 'second.ts']);
});

test('init --write keeps a source that may be run', async () => {
  using own = temporaryApp({
    'package.json': JSON.stringify({ dependencies: { openai: '7' } }),
    'app.mjs': "#!/usr/bin/env node\nimport OpenAI from 'openai';\nnew OpenAI();\n",
  });
  chmodSync(join(own.folder, 'app.mjs'), 0o755);
  await own.run('init', '--yes', '--write');
  expect(readFileSync(join(own.folder, 'app.mjs'), 'utf8')).toContain('withHooks');
  expect(statSync(join(own.folder, 'app.mjs')).mode & 0o777).toBe(0o755);
});

test('a pipe gets what is written and stays a pipe', async () => {
  const pipe = join(app.folder, 'pipe');
  spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const reads = app.node('--eval', `process.stdout.write(require('fs').readFileSync('pipe'))`);
  await app.run('test', '--junit', 'pipe');
  expect((await reads).out).toMatch(/^<\?xml/);
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test.for([
  ['explain', 'usage_invalid'],
  ['check', '--json'],
  ['--help'],
  ['diff', '--help'],
  ['complete', 'bash'],
  ['--version'],
])('%s into a full disk ends with 3 and says so', (words) => {
  const command = join(app.folder, 'node_modules/interpose/dist/cli.js');
  const line = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, command, ...words];
  const { status, stderr } = spawnSync('sh', line, { cwd: app.folder, encoding: 'utf8' });
  expect(stderr).toMatch(
    /^file_unwritable: standard output cannot be written: ENOSPC: .*\. Make room on the disk\.\n$/,
  );
  expect(status).toBe(3);
});
