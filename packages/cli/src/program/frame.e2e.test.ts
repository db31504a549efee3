import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { codes } from '@interpose/core/codes';
import { afterAll, describe, expect, test } from 'vitest';

import { temporaryApp } from '../../test/temporary-app.ts';
import { commands } from '../commands/catalogue.ts';

const app = temporaryApp();
const bare = temporaryApp({}, []);
afterAll(() => {
  app[Symbol.dispose]();
  bare[Symbol.dispose]();
});

describe('help', () => {
  test('without words lists every command and every exit code and ends with 0', async () => {
    const { out, code } = await bare.run();
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(out).toContain('  70  a fault of the command itself');
    expect(code).toBe(0);
  });

  test.for(commands.map(({ name }) => name))(
    'of %s fits 80 columns and ends with examples',
    async (name) => {
      const { out } = await bare.run(name, '--help');
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      expect(out).toMatch(/\nExamples:\n {2}interpose /);
    },
  );
});

describe('a wrong command line ends with 2 and a remedy', () => {
  test.for([
    [
      ['exlain'],
      /^usage_invalid: unknown command 'exlain' \(Did you mean explain\?\)\. Run interpose --help\./,
    ],
    [['doctor', '--jsn'], /^usage_invalid: unknown option '--jsn'.*Run interpose doctor --help\./],
    [['diff', 'x.jsonl'], /^usage_invalid: --candidate is missing\. Add --candidate <value>\./],
    [['explain', 'hook_timout'], /the nearest are .*hook_timeout/],
  ] as const)('%s', async ([words, told]) => {
    const { code, err, out } = await bare.run(...words);
    expect(err).toMatch(told);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

test('a failure under --json is JSON with code, problem and remedy', async () => {
  const { out, code } = await bare.run('replay', 'absent.jsonl', '--json');
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'config_missing' } });
  expect(code).toBe(3);
});

test('explain tells cause and remedy of a code, and of all', async () => {
  const { out } = await bare.run('explain', 'hook_timeout', '--json');
  expect(JSON.parse(out)).toEqual({ code: 'hook_timeout', ...codes['hook_timeout'] });
  expect(Object.keys(JSON.parse((await bare.run('explain', '--json')).out) as object)).toEqual(
    Object.keys(codes),
  );
});

test('colours are left out where the output is no terminal', async () => {
  const { out } = await app.run('doctor');
  expect(out).toContain('ok     node');
  // oxlint-disable-next-line eslint/no-control-regex -- it is what must not be there
  expect(out).not.toMatch(/\u001b/);
});

test.for(['bash', 'zsh', 'fish'])('complete prints a script for %s', async (shell) => {
  const { out, code } = await bare.run('complete', shell);
  expect(out).toContain('interpose');
  expect(out.length).toBeGreaterThan(300);
  expect(code).toBe(0);
});

test('completion offers commands and their options', async () => {
  expect((await bare.run('complete', '--', 'exp')).out).toMatch(/^explain/m);
  expect((await bare.run('complete', '--', 'diff', '--')).out).toMatch(/^--candidate/m);
});

describe('in a real bash the script', () => {
  /** What the Tab key does after these words, in a shell that has nothing but the script. */
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { out } = await bare.run('complete', 'bash');
    bare.write('completion.bash', out);
    const command = join(bare.folder, 'node_modules/interpose/dist/cli.js');
    const program = `set -eu
interpose() { "$NODE" "$COMMAND" "$@"; }
source ./completion.bash
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_interpose_complete
printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program, 'bash', ...words], {
      cwd: bare.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, COMMAND: command },
    });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };

  test('offers commands, options and choices', async () => {
    expect(await complete('interpose', 'exp')).toEqual(['explain']);
    expect(await complete('interpose', 'diff', '--cand')).toEqual(['--candidate']);
    expect(await complete('interpose', 'no-such')).toEqual(['']);
  });

  test('runs nothing of what was typed', async () => {
    for (const typed of ['$(touch ran)', '`touch ran`', '; touch ran;', '" ; touch ran; "'])
      await complete('interpose', 'replay', typed, '');
    expect(readdirSync(bare.folder)).not.toContain('ran');
  });
});

test('what a file holds does not steer the terminal', async () => {
  bare.write('odd.jsonl', '\u001b[2J\u009b31m not json\n');
  bare.write(
    'none.mjs',
    'export default [{ name: "nothing", hooks: { preToolCall: () => undefined } }];',
  );
  const { err, code } = await bare.run('replay', 'odd.jsonl', '--config', 'none.mjs');
  expect(err).toMatch(/^recording_unreadable: /);
  // oxlint-disable-next-line eslint/no-control-regex -- it is what must not be there
  expect(err).not.toMatch(/[\u001b\u009b]/);
  expect(code).toBe(3);
});

test('an old Node is told which one to use', async () => {
  bare.write(
    'old.mjs',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });`,
  );
  const command = join(bare.folder, 'node_modules/interpose/dist/cli.js');
  expect(await bare.node('--import', './old.mjs', command, '--version')).toEqual({
    code: 3,
    out: '',
    err: 'node_unsupported: interpose does not run on Node 20.19.0. Use Node 22.12 or later.\n',
  });
});

/** Writes the address of every module that is loaded to standard error. */
const WATCH_LOADING = `data:text/javascript,import { registerHooks } from 'node:module';
const seen = [];
registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
process.on('exit', () => console.error(JSON.stringify(seen)));`;

// Time depends on who else the machine serves; what is loaded is what takes it.
test.for(['--version', '--help', 'complete'])(
  'starts with little loaded: %s loads the frame and neither core nor any command',
  async (word) => {
    const words = word === 'complete' ? ['complete', '--', 'exp'] : [word];
    const command = 'node_modules/interpose/dist/cli.js';
    const { err, code } = await bare.node('--import', WATCH_LOADING, command, ...words);
    expect(code).toBe(0);
    const loaded = (JSON.parse(err) as string[]).filter((url) => url.startsWith('file:'));
    expect(
      loaded.filter((url) => !/\/(?:commander|tab|package\.json)\b|\/cli\/dist\//.test(url)),
    ).toEqual([]);
    expect(loaded.filter((url) => url.includes('/cli/dist/')).length).toBeLessThanOrEqual(2);
    expect(loaded.length).toBeLessThanOrEqual(14);
  },
);
