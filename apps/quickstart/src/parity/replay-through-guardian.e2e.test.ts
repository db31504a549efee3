import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { refundRow, writeFile } from '../../test/made-up-rows.ts';
import { parityOf } from '../../test/report-of.ts';
import { runApp } from '../../test/run-app.ts';
import { frameworks } from '../frameworks/frameworks.ts';

const program = join(import.meta.dirname, '../replay.ts');
const rows = writeFile('rows.jsonl', [1, 20, 300].map(refundRow).join('\n'));
const policies = join(import.meta.dirname, '../../test/wire-policies.ts');
const words = [rows, '--framework', 'all', '--policies', policies, '--guardian', '--json'];

test.each([
  ['plain', []],
  ['streamed', ['--stream']],
])('%s: every framework is compared with itself behind a guardian', async (_, stream) => {
  const ended = await runApp('replay', [...words, ...stream]);
  const { frameworks: reports, parity } = parityOf(ended);
  expect(Object.keys(reports)).toEqual(
    [...frameworks.keys()].flatMap((name) => [name, `${name} through a guardian`]),
  );
  for (const name of frameworks.keys()) {
    const { decisions } = reports[name]!;
    expect(reports[`${name} through a guardian`]).toMatchObject({ runs: 3, failed: 0, decisions });
  }
  expect(parity).toEqual({ runs: 3, unlisted: 0, listed: [] });
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
});

// Killed outright, the replay can stop nothing any more.
test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGKILL', null],
] as const)('no guardian outlives a replay that is ended by %s', async (signal, expected) => {
  const loaded = writeFile(`loaded-${signal}`, '');
  const waiting = `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(loaded)}, process.pid + '\\n');
    const preToolCall = () => new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    export default [{ name: 'waits', hooks: { preToolCall } }];`;
  const given = words.with(2, 'ai-sdk').with(4, writeFile(`waits-${signal}.mjs`, waiting));
  const replay = spawn(process.execPath, [program, ...given], { stdio: 'ignore' });
  const processes = () => [...new Set(readFileSync(loaded, 'utf8').split('\n').filter(Boolean))];
  await vi.waitUntil(() => processes().length === 2, { timeout: 30_000 });
  replay.kill(signal);
  const [exitCode] = (await once(replay, 'exit')) as [number | null];
  expect(exitCode).toBe(expected);
  await vi.waitUntil(() => !processes().some(isRunning), { timeout: 15_000 });
});

function isRunning(id: string): boolean {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
}

test('policies that hook what AOS has no word for are refused by name', async () => {
  const odd = writeFile('odd.mjs', `export default [{ name: 'x', hooks: { preRequest() {} } }];`);
  const ended = await runApp('replay', words.with(4, odd));
  expect(ended.stderr).toMatch(/^\[policies_unfit\] a guardian cannot be asked about preRequest; /);
  expect(ended.exitCode).toBe(2);
});
