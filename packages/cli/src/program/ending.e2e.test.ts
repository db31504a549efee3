import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { guardian } from '@interpose/aos';
import { tryPolicy } from '@interpose/testing';
import { afterAll, expect, test } from 'vitest';

import { recordedCall, recording } from '../../test/recorded-rows.ts';
import { startedGuardian } from '../../test/started-guardian.ts';
import { temporaryApp } from '../../test/temporary-app.ts';

const app = temporaryApp({
  'interpose.config.mjs': `export default [{ name: 'open', hooks: { preToolCall: () => undefined } }];\n`,
  'ends.mjs': 'process.exit(0);\n',
  'throws.mjs':
    'setTimeout(() => { throw new Error("late"); });\nawait new Promise((settle) => setTimeout(settle, 5000));\n',
  'late.mjs': 'export default [{ name: "late", hooks: { preToolCall: () => process.exit(0) } }];\n',
  'says.mjs':
    'console.log("loaded");\nexport default [{ name: "says", hooks: { preToolCall: () => void process.stdout.write("asked\\n") } }];\n',
  'fails.policy.yaml': 'cases: [{ name: fails, tool: a, expect: deny }]\n',
  'passes.policy.yaml': 'cases: [{ name: passes, tool: a, expect: allow }]\n',
  'of-ends.policy.yaml': 'policies: ends.mjs\ncases: [{ name: never, tool: a, expect: deny }]\n',
  'runs.jsonl': recording(recordedCall('send_mail', {})),
});
afterAll(() => app[Symbol.dispose]());

const command = join(app.folder, 'node_modules/interpose/dist/cli.js');

/** Runs a line of bash that can call `interpose`. */
function inShell(line: string): string {
  const script = `interpose() { "$NODE" "$COMMAND" "$@"; }\n${line}`;
  const env = { ...process.env, NODE: process.execPath, COMMAND: command };
  return spawnSync('bash', ['-c', script], { cwd: app.folder, env, encoding: 'utf8' }).stdout;
}

test.for([
  ['test fails.policy.yaml', '| true', 1],
  ['test passes.policy.yaml', '| true', 0],
  ['test absent.policy.yaml --json', '| true', 3],
  ['test fails.policy.yaml', '2>&1 | true', 1],
  ['explain --json', '| head -1 > read.txt', 0],
  ['explain', '| true', 0],
  ['--help', '| true', 0],
] as const)('%s keeps its exit code where %s reads no more', ([words, reader, code]) => {
  expect(inShell(`interpose ${words} ${reader}; echo \${PIPESTATUS[0]}`)).toBe(`${code}\n`);
});

test.for([
  ['replay', 'runs.jsonl', '--config', 'says.mjs'],
  ['diff', 'runs.jsonl', '--candidate', 'says.mjs'],
  ['check', '--config', 'says.mjs'],
])('%s %s --json writes JSON alone, whatever policies print', async (words) => {
  const { out, err } = await app.run(...words, '--json');
  expect(() => JSON.parse(out) as unknown).not.toThrow();
  expect(err).toContain('loaded');
  expect((await app.run(...words)).out).toContain('loaded');
});

test.for([
  ['test', 'of-ends.policy.yaml'],
  ['replay', 'runs.jsonl', '--config', 'ends.mjs'],
  ['replay', 'runs.jsonl', '--config', 'late.mjs'],
  ['replay', 'runs.jsonl', '--config', 'throws.mjs'],
  ['check', '--config', 'ends.mjs'],
])('%s %s ends with 3 where a module of policies ends the process', async (words) => {
  const told = /policies_unreadable: the process was ended with [01] before the command was done, /;
  const { code, out, err } = await app.run(...words);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(told);
  const { out: json } = await app.run(...words, '--json');
  expect(JSON.parse(json)).toMatchObject({ error: { code: 'policies_unreadable' } });
});

test('what is served ends where nobody reads any more what it tells', async () => {
  const rules = 'default: deny\nrules: [{ on: preToolCall, tool: a, decision: allow }]\n';
  using served = temporaryApp({ 'rules.yaml': rules }, ['core', 'policies', 'aos']);
  const { url, token, child } = await startedGuardian(served.folder, 'rules.yaml');
  child.stdout?.destroy();
  const ended = once(child, 'exit');
  const call = { id: '1', name: 'wire', args: {} };
  await tryPolicy(guardian({ url, token }), 'preToolCall', { call });
  expect(await ended).toEqual([0, null]);
});
