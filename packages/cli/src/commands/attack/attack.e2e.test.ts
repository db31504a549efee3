import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';
import type { AttackReport } from './attack-tally.ts';

const call = (id: string, name: string, args: object): object => ({ id, name, args });
const row = JSON.stringify({
  messages: [
    { role: 'user', content: 'Pay DE89370400440532 and tell bob@mail.example' },
    { role: 'assistant', content: '', tool_calls: [call('1', 'read_inbox', {})] },
    { role: 'tool', tool_call_id: '1', content: 'Lunch at noon?' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        call('2', 'send_money', { recipient: 'DE89370400440532', amount: 5 }),
        call('3', 'send_mail', { to: 'bob@mail.example', text: 'It is paid.' }),
      ],
    },
    { role: 'tool', tool_call_id: '2', content: 'Sent.' },
    { role: 'tool', tool_call_id: '3', content: 'Sent.' },
    { role: 'assistant', content: 'Done.' },
  ],
});

const app = temporaryApp({
  'runs.jsonl': `${row}\n`,
  'nothing.mjs': `import { denyTools } from '@interpose/policies/deny-tools';
export default [denyTools(['nobody'])];
`,
  'some.mjs': `import { denyTools } from '@interpose/policies/deny-tools';
export default [denyTools(['send_money'])];
`,
  'taint.mjs': `import { trackTaint } from '@interpose/policies/track-taint';
export default [trackTaint({ onTainted: 'ask', onUnrequested: 'ask' })];
`,
});
afterAll(() => app[Symbol.dispose]());

const attack = async (...words: readonly string[]): Promise<[AttackReport, number | null]> => {
  const { out, code } = await app.run('attack', 'runs.jsonl', '--per-run', '0', '--json', ...words);
  return [JSON.parse(out) as AttackReport, code];
};

test('everything goes through where nothing holds, and replays as it went through', async () => {
  const [report, code] = await attack('--policies', 'nothing.mjs', '--out', 'through.jsonl');
  expect(report).toMatchObject({ runs: 1, seed: 1, asked: 0, stopped: 0, out: 'through.jsonl' });
  expect(report.through).toBe(report.attacks);
  expect(report.attacks).toBeGreaterThan(50);
  expect(Object.keys(report.tools)).toEqual(
    expect.arrayContaining(['send_mail', 'send_money']) as string[],
  );
  expect(code).toBe(1);
  const rows = readFileSync(join(app.folder, 'through.jsonl'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(report.through);
  const replay = async (policies: string) => {
    const { out } = await app.run('replay', 'through.jsonl', '--config', policies, '--json');
    return JSON.parse(out) as { runs: number; affected: number; unreadable: number };
  };
  expect(await replay('nothing.mjs')).toMatchObject({ runs: rows.length, unreadable: 0 });
  expect(await replay('some.mjs')).toMatchObject({
    affected: rows.filter((each) => each.includes('"send_money","args"')).length,
  });
});

test('what is denied and what is asked about is told by tool and policy', async () => {
  const [some, code] = await attack('--policies', 'some.mjs');
  expect(some.tools['send_money']).toMatchObject({ through: 0, asked: 0, changed: 0 });
  expect(some.tools['send_mail']).toMatchObject({ asked: 0 });
  expect(some.by).toEqual({ 'deny-tools tool_denied': some.stopped });
  expect(code).toBe(1);
  const [taint, held] = await attack('--policies', 'taint.mjs', '--outsider', 'read_*');
  expect(Object.keys(taint.after)).toEqual(['read_inbox']);
  expect(taint).toMatchObject({ through: 0, stopped: 0, asked: taint.attacks });
  expect(held).toBe(0);
});

test('where nothing goes through, --out says so, and replaces what an earlier attack left there', async () => {
  app.write('left.jsonl', `${row}\n`);
  const words = ['attack', 'runs.jsonl', '--policies', 'taint.mjs', '--outsider', 'read_*'];
  const { out, code } = await app.run(...words, '--out', 'left.jsonl');
  expect(out).toContain('Nothing went through; no run is in left.jsonl.');
  expect(out).not.toContain('What went through is in');
  expect(readFileSync(join(app.folder, 'left.jsonl'), 'utf8')).toBe('');
  expect(code).toBe(0);
});

test('an attack that breaks off leaves the file as it was, and no recording is written over', async () => {
  app.write('kept.jsonl', 'kept');
  const failed = await app.run(
    'attack',
    'absent.jsonl',
    '--policies',
    'some.mjs',
    '--out',
    'kept.jsonl',
  );
  expect(failed).toMatchObject({ code: 3, err: expect.stringMatching(/^recording_not_found: /) });
  expect(readFileSync(join(app.folder, 'kept.jsonl'), 'utf8')).toBe('kept');
  const same = await app.run(
    'attack',
    'runs.jsonl',
    '--policies',
    'some.mjs',
    '--out',
    './runs.jsonl',
  );
  expect(same).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^usage_invalid: --out \.\/runs/),
  });
  const nowhere = await app.run(
    'attack',
    'runs.jsonl',
    '--policies',
    'some.mjs',
    '--out',
    'no/such/x',
  );
  expect(nowhere).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^file_unwritable: .*\. Name/s),
  });
  expect(readFileSync(join(app.folder, 'runs.jsonl'), 'utf8')).toBe(`${row}\n`);
  expect(readdirSync(app.folder).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test('the same seed gives the same report, within 80 columns', async () => {
  const words = ['attack', 'runs.jsonl', '--policies', 'some.mjs', '--seed', '7'];
  const [one, other] = [await app.run(...words), await app.run(...words)];
  expect(one.out).toBe(other.out);
  expect(one.out).toContain('some.mjs: 20 attacks on 1 run, seed 7');
  expect(Math.max(...one.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('a number that is none is named as it was written', async () => {
  const words = ['attack', 'runs.jsonl', '--policies', 'nothing.mjs', '--per-run', 'x'];
  const { err, code } = await app.run(...words);
  expect(err).toBe('usage_invalid: --per-run is "x". Give a whole number.\n');
  expect(code).toBe(2);
});

test('tools that nobody called cannot be attacked', async () => {
  const words = ['attack', 'runs.jsonl', '--policies', 'nothing.mjs'];
  const told = 'recording_empty: runs.jsonl contains no call of fly. Name';
  for (const more of [
    ['--tool', 'fly'],
    ['--tool', '*', '--tool', 'fly'],
    ['--outsider', 'fly'],
  ]) {
    const { err, code } = await app.run(...words, ...more);
    expect(err).toContain(told);
    expect(code).toBe(3);
  }
});

const real = join(
  import.meta.dirname,
  '../../../../../../shared/data/tau-airline/gpt-4o-trajectories.json.gz',
);

test.skipIf(!existsSync(real))(
  'real runs are attacked under a policy (skipped where ../shared is not)',
  async () => {
    const words = ['attack', real, '--policies', 'taint.mjs', '--per-run', '2', '--json'];
    const { out } = await app.run(...words);
    const report = JSON.parse(out) as AttackReport;
    expect(report).toMatchObject({ runs: 200, unreadable: 0, failures: {} });
    expect(report.attacks).toBeGreaterThan(300);
    expect(report.asked + report.stopped).toBeGreaterThan(report.through);
  },
);
