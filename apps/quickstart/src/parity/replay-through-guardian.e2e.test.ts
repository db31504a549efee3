import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refundRow, writeFile } from '../../test/made-up-rows.ts';
import { parityOf } from '../../test/report-of.ts';
import { runApp } from '../../test/run-app.ts';
import { frameworks } from '../frameworks/frameworks.ts';

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

test('policies that hook what AOS has no word for are refused by name', async () => {
  const odd = writeFile('odd.mjs', `export default [{ name: 'x', hooks: { preRequest() {} } }];`);
  const ended = await runApp('replay', words.with(4, odd));
  expect(ended.stderr).toMatch(/^\[policies_unfit\] a guardian cannot be asked about preRequest; /);
  expect(ended.exitCode).toBe(2);
});
