import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
    expect(out).toContain('  70  the command itself failed');
    expect(code).toBe(0);
  });

  test.for(['', 'complete', ...commands.map(({ name }) => name)])(
    'of interpose %s fits 80 columns',
    async (name) => {
      const { out } = await bare.run(...(name === '' ? [] : [name]), '--help');
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test.for(['complete', ...commands.map(({ name }) => name)])(
    'of %s ends with examples, and is that of help',
    async (name) => {
      const { out } = await bare.run(name, '--help');
      expect(out).toMatch(
        /\nExamples:\n {2}(?:npx |source <\()?interpose(?:@latest)? .*\n {6}[\s\S]*$/,
      );
      expect(await bare.run('help', name)).toEqual({ out, err: '', code: 0 });
    },
  );
});

describe('a wrong command line ends with 2 and a remedy', () => {
  test.for(commands.map(({ name }) => name))('a slip in %s', async (name) => {
    const slip = name.slice(0, -2) + name.slice(-1);
    const told = `usage_invalid: unknown command '${slip}' (Did you mean ${name}?). Run interpose --help.\n`;
    for (const words of [[slip], ['help', slip], [slip, '--help'], [slip, '-h', 'x']])
      expect(await bare.run(...words)).toEqual({ code: 2, out: '', err: told });
  });

  test.for([
    [
      ['exlain'],
      /^usage_invalid: unknown command 'exlain' \(Did you mean explain\?\)\. Run interpose --help\./,
    ],
    [
      ['complete', 'tcsh'],
      /^usage_invalid: .*'tcsh' is invalid.*\. Run interpose complete --help\.\n$/,
    ],
    [['doctor', '--jsn'], /^usage_invalid: unknown option '--jsn'.*Run interpose doctor --help\./],
    [['diff', 'x.jsonl'], /^usage_invalid: --candidate is missing\. Add --candidate <value>\./],
    [
      ['check', '--config', 'a', '--config', 'b'],
      /^usage_invalid: option '--config <file>' is given more than once\. Run interpose check --help/,
    ],
    [
      ['replay', 'x', '--answer', 'yes', '--answer', 'yes'],
      /'--answer <answer>' is given more than/,
    ],
    [['doctor', 'extra'], /got 1: extra\. Run interpose doctor --help\./],
    [
      ['guardian', 'status', '--url', 'x'],
      /^usage_invalid: --url is "x"\. Give an address such as/,
    ],
    [['guardian', 'start', '--port', '65536'], /^usage_invalid: --port is 65536\. Give a number/],
    [['guardian', 'start', '--folder', 'x'], /^usage_invalid: start has no option --folder\./],
    [['guardian', 'status', 'x'], /^usage_invalid: status takes no further word, and got x\./],
    [['approvals', 'show', 'x', '--words', 'y'], /^usage_invalid: show has no option --words\./],
    [
      ['approvals', 'list', 'x'],
      /^usage_invalid: list shows all asks\. Run interpose approvals show x\./,
    ],
    [['explain', 'hook_timout'], /the nearest are .*hook_timeout/],
    [['explain', 'nonsense'], /Interpose has no code nonsense\./],
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
  const command = join(bare.folder, 'node_modules/interpose/dist/cli.js');
  for (const old of ['20.19.0', '22.17.1']) {
    bare.write(
      'old.mjs',
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${old}' } });`,
    );
    expect(await bare.node('--import', './old.mjs', command, '--version')).toEqual({
      code: 3,
      out: '',
      err: `node_unsupported: interpose does not run on Node ${old}. Use Node 22.18 or later.\n`,
    });
  }
});

test('a working directory that is gone is told', async () => {
  using gone = temporaryApp({}, []);
  const { href } = pathToFileURL(
    realpathSync(join(gone.folder, 'node_modules/interpose/dist/cli.js')),
  );
  const run = `fs.rmSync(process.cwd(), { recursive: true });
    const words = [url.fileURLToPath('${href}'), 'check'];
    process.exitCode = child_process.spawnSync(process.execPath, words, { stdio: 'inherit' }).status;`;
  const { err, code } = await gone.node('-e', run);
  expect(err).toMatch(
    /^file_unreadable: the working directory cannot be read: ENOENT.*\. Change into a folder that is there\.\n$/,
  );
  expect(code).toBe(3);
});

/** Prints the URL of every loaded module to standard error. */
const WATCH_LOADING = `data:text/javascript,import { registerHooks } from 'node:module';
const seen = [];
registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
process.on('exit', () => console.error(JSON.stringify(seen)));`;

// Time depends on the load of the machine, so the test checks the loaded modules, which take the time.
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
