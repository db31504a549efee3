import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { irregularRow, refundRow, writeFile } from '../test/made-up-rows.ts';
import { reportOf } from '../test/report-of.ts';
import { runApp } from '../test/run-app.ts';

const none = ['--framework', 'ai-sdk', '--policies', 'none'] as const;
const rows = writeFile('rows.jsonl', [1, 20, 300].map(refundRow).join('\n'));

describe.each([['plain'], ['streamed']])('%s', (way) => {
  const stream = way === 'streamed' ? ['--stream'] : [];

  test('with --json one object is on standard output and nothing else', async () => {
    const ended = await runApp('replay', [rows, ...none, ...stream, '--json']);
    expect(reportOf(ended)).toEqual({
      framework: 'ai-sdk',
      stream: way === 'streamed',
      runs: 3,
      failed: 0,
      mismatched: 0,
      unreadable: 0,
      irregular: {},
      decisions: { allow: 33, deny: 0, modify: 0, respond: 0, ask: 0, retry: 0 },
      seconds: expect.any(Number),
      failures: [],
    });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('irregular recordings are replayed and counted, none is skipped', async () => {
    const odd = writeFile('irregular.jsonl', `${irregularRow}\n`);
    const ended = await runApp('replay', [odd, ...none, ...stream, '--json']);
    expect(reportOf(ended)).toMatchObject({
      runs: 1,
      failed: 0,
      mismatched: 0,
      irregular: {
        arguments_not_object: 1,
        arguments_unparseable: 1,
        assistant_first: 1,
        call_without_result: 2,
        consecutive_assistant_messages: 1,
        consecutive_user_messages: 1,
        empty_answer: 1,
        ends_with_user: 1,
        text_beside_calls: 1,
        tool_error: 1,
      },
      failures: [],
    });
    expect(ended.exitCode).toBe(0);
  });

  test('policies outside of the project import its packages and decide', async () => {
    const policies = writeFile(
      `policies-${way}.ts`,
      `import { ask, definePolicy, deny, type Approver, type Policy } from '@interpose/core';
       console.log('a policy that talks');
       const large: Policy = definePolicy({ name: 'large', hooks: {
         preToolCall: ({ call }) => Number(call.args['amount']) > 100 ? deny('too much')
           : Number(call.args['amount']) > 10 ? ask('that much?') : undefined,
       } });
       export const approver: Approver = () => ({ approved: true });
       export default [large];`,
    );
    const chosen = ['--framework', 'ai-sdk', '--policies', policies, ...stream, '--json'];
    const ended = await runApp('replay', [rows, ...chosen]);
    expect(reportOf(ended)).toMatchObject({
      failed: 0,
      mismatched: 0,
      decisions: { deny: 1, ask: 1 },
    });
    expect(ended.stderr).toBe('a policy that talks\n');
    expect(ended.exitCode).toBe(0);
  });
});

test('without --json every run is printed with its events, in the order of the file, then the totals', async () => {
  const { stdout, stderr, exitCode } = await runApp('replay', [rows, ...none]);
  const headings = stdout.split('\n').filter((line) => line.startsWith('row '));
  expect(headings).toEqual(['row 1: shop', 'row 2: shop', 'row 3: shop']);
  expect(stdout).toContain('    preToolCall #0         allow    refund({"amount":20})\n');
  expect(stdout).toMatch(/\n3 runs replayed through ai-sdk, plain, in \d/);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('rows that cannot be read are told with their line and the rest goes on', async () => {
  const broken = [refundRow(1), '', '{"messages": [', refundRow(2), '{"rows": 1}'].join('\n');
  const ended = await runApp('replay', [writeFile('broken.jsonl', broken), ...none, '--json']);
  expect(reportOf(ended)).toMatchObject({
    runs: 2,
    unreadable: 2,
    failures: [
      { row: 2, reason: expect.stringContaining('line 3 cannot be read: not JSON') },
      { row: 4, reason: expect.stringContaining('line 5 cannot be read') },
    ],
  });
  expect(ended.stderr).toMatch(/^line 3 cannot be read: .*\nline 5 cannot be read: .*\n$/);
  expect(ended.exitCode).toBe(1);
});

test('a packed file that breaks off is replayed as far as it goes', async () => {
  const packed = gzipSync(Array.from({ length: 200 }, (_, amount) => refundRow(amount)).join('\n'));
  const cut = writeFile('cut.jsonl.gz', packed.subarray(0, packed.length - 40));
  const ended = await runApp('replay', [cut, ...none, '--json']);
  const { runs, failed, mismatched, unreadable, failures } = reportOf(ended);
  expect({ failed, mismatched, unreadable }).toEqual({ failed: 0, mismatched: 0, unreadable: 1 });
  expect(runs).toBeGreaterThan(100);
  expect(failures[0]?.reason).toMatch(/^line \d+ cannot be read: /);
  expect(ended.exitCode).toBe(1);
});

test('--limit ends after so many rows', async () => {
  const ended = await runApp('replay', [rows, ...none, '--limit', '2', '--json']);
  expect(reportOf(ended)).toMatchObject({ runs: 2 });
});

test('a policy that throws out of its run makes it fail and the exit code 1', async () => {
  const policies = writeFile(
    'throws.mjs',
    `export default [{ name: 'broken', hooks: { preToolCall: { onError: 'throw', run() { throw new Error('no database'); } } } }];`,
  );
  const chosen = ['--framework', 'ai-sdk', '--policies', policies, '--limit', '1', '--json'];
  const ended = await runApp('replay', [rows, ...chosen]);
  expect(reportOf(ended)).toMatchObject({
    failed: 1,
    failures: [{ row: 1, reason: 'failed: no database' }],
  });
  expect(ended.exitCode).toBe(1);
});

test.each([
  ['no argument', [], 'arguments_invalid'],
  ['an unknown framework', [rows, '--framework', 'x', '--policies', 'none'], 'framework_unknown'],
  ['a missing file', ['absent.jsonl', ...none], 'recording_not_found'],
  ['an empty file', [writeFile('empty.jsonl', ''), ...none], 'recording_empty'],
  [
    'missing policies',
    [rows, '--framework', 'ai-sdk', '--policies', 'absent.mjs'],
    'policies_not_found',
  ],
  [
    'policies with an unknown event',
    [
      rows,
      '--framework',
      'ai-sdk',
      '--policies',
      writeFile('typo.mjs', `export default [{ name: 'p', hooks: { preToolCal: () => {} } }];`),
    ],
    'unknown_event',
  ],
])('%s ends with a code, a remedy and the exit code 2', async (_, words, code) => {
  const { exitCode, stdout, stderr } = await runApp('replay', words);
  expect(stderr).toMatch(new RegExp(String.raw`^\[${code}\] .*; .*\n$`));
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
});

test('the conversation of the quickstart replays with its own policies', async () => {
  const recording = fileURLToPath(new URL('../recordings/support.jsonl', import.meta.url));
  const policies = fileURLToPath(new URL('shop/policies.ts', import.meta.url));
  const chosen = ['--framework', 'ai-sdk', '--policies', policies, '--json'];
  const ended = await runApp('replay', [recording, ...chosen]);
  expect(reportOf(ended)).toMatchObject({
    runs: 1,
    failed: 0,
    mismatched: 0,
    decisions: { deny: 1, modify: 1, ask: 1 },
  });
});
