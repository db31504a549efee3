import { describe, expect, test } from 'vitest';
import { refundRow, writeFile } from '../../test/made-up-rows.ts';
import { parityOf, reportOf } from '../../test/report-of.ts';
import { runApp } from '../../test/run-app.ts';
import { frameworks } from '../frameworks/frameworks.ts';

const rows = writeFile('rows.jsonl', [1, 20, 300].map(refundRow).join('\n'));
const every = ['--framework', 'all', '--policies', 'none'];

describe.each([['plain'], ['streamed']])('%s', (way) => {
  const stream = way === 'streamed' ? ['--stream'] : [];

  test('with --json every framework reports what a replay of it alone reports', async () => {
    const ended = await runApp('replay', [rows, ...every, ...stream, '--json']);
    const { frameworks: reports, parity } = parityOf(ended);
    expect(Object.keys(reports)).toEqual([...frameworks.keys()]);
    for (const [name, report] of Object.entries(reports)) {
      const alone = await runApp('replay', [rows, ...every.with(1, name), ...stream, '--json']);
      expect(report).toEqual({ ...reportOf(alone), seconds: expect.any(Number) });
    }
    expect(parity).toMatchObject({ runs: 3, unlisted: 0 });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

test('without --json every run is told in a line, then the totals and the comparison', async () => {
  const { stdout, stderr, exitCode } = await runApp('replay', [rows, ...every]);
  const lines = stdout.split('\n');
  const told = (start: string): string[] => lines.filter((line) => line.startsWith(start));
  expect(told('row ')).toHaveLength(3);
  expect(told('row 2: ')[0]).toMatch(/^row 2: shop the same everywhere/);
  expect(told('3 runs replayed through ')).toHaveLength(frameworks.size);
  expect(told('3 runs compared, 0 with an unlisted difference')).toHaveLength(1);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('rows that cannot be read count in every framework', async () => {
  const broken = writeFile('broken-all.jsonl', [refundRow(1), '{"messages": ['].join('\n'));
  const ended = await runApp('replay', [broken, ...every, '--json']);
  for (const report of Object.values(parityOf(ended).frameworks)) {
    expect(report).toMatchObject({ runs: 1, unreadable: 1 });
  }
  expect(ended.exitCode).toBe(1);
});

test('what a policy counts is the same in every framework, as if it ran alone', async () => {
  const policies = writeFile(
    'counting.mjs',
    `let calls = 0;
     export default [{ name: 'third', hooks: {
       preToolCall: () => ((calls += 1) === 3 ? { decision: 'deny', reason: 'enough' } : undefined),
     } }];`,
  );
  const ended = await runApp('replay', [rows, ...every.with(3, policies), '--json']);
  for (const report of Object.values(parityOf(ended).frameworks)) {
    expect(report.decisions).toMatchObject({ deny: 1 });
  }
  expect(parityOf(ended).parity.unlisted).toBe(0);
});
