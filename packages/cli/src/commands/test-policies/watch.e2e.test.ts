import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';

const COMMAND = join(import.meta.dirname, '../../../dist/cli.js');

/** Writes a second case when it is first loaded, like a user who saves a file while the cases run. */
const CONFIG = `import { existsSync, writeFileSync } from 'node:fs';
if (!existsSync('saved.txt')) {
  writeFileSync('saved.txt', '');
  writeFileSync('first.policy.yaml', 'cases: [{ tool: a, expect: allow }, { tool: b, expect: allow }]');
}
export default [{ name: 'none', hooks: { preToolCall: () => undefined } }];
`;

test('what changes while the cases run makes them run again, and so do new files', async () => {
  using app = temporaryApp({
    'interpose.config.mjs': CONFIG,
    'first.policy.yaml': 'cases: [{ tool: a, expect: allow }]',
  });
  const child = spawn(process.execPath, [COMMAND, 'test', '--watch'], {
    cwd: app.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const results = (async function* () {
    for await (const line of createInterface({ input: child.stdout }))
      if (/^\d+ cases?, /.test(line)) yield line;
  })();
  const [told] = (await once(child.stderr, 'data')) as [Buffer];
  expect(told.toString()).toBe(`Watching ${app.folder}; end with Ctrl-C.\n`);
  expect((await results.next()).value).toMatch(/^1 case, none failed/);
  expect((await results.next()).value).toMatch(/^2 cases, none failed/);
  app.write('deep/second.policy.yaml', 'cases: [{ tool: c, expect: deny }]');
  expect((await results.next()).value).toMatch(/^3 cases, 1 failed/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ends when nobody reads its output any more', async () => {
  using app = temporaryApp({
    'interpose.config.mjs':
      "export default [{ name: 'none', hooks: { preToolCall: () => undefined } }];",
    'first.policy.yaml': 'cases: [{ tool: a, expect: allow }]',
  });
  const child = spawn(process.execPath, [COMMAND, 'test', '--watch'], {
    cwd: app.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const ended = once(child, 'exit');
  let told = '';
  child.stderr.on('data', (piece: Buffer) => (told += piece.toString()));
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('1 case, none failed')) break;
  child.stdout.destroy();
  app.write('second.policy.yaml', 'cases: [{ tool: b, expect: allow }]');
  expect(await ended).toEqual([0, null]);
  expect(told).toBe(`Watching ${app.folder}; end with Ctrl-C.\n`);
});

test('ends as soon as what it is piped into ends, though no file changes', async () => {
  using app = temporaryApp({
    'interpose.config.mjs':
      "export default [{ name: 'none', hooks: { preToolCall: () => undefined } }];",
    'first.policy.yaml': 'cases: [{ tool: a, expect: allow }]',
  });
  const piped = `"${process.execPath}" "${COMMAND}" test --watch | sed -n '/none failed/q'`;
  const shell = spawn('/bin/sh', ['-c', piped], { cwd: app.folder, stdio: 'ignore' });
  onTestFinished(() => void shell.kill());
  // The shell waits for every command of the pipe.
  expect(await once(shell, 'exit')).toEqual([0, null]);
});
