import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { recordedCall, recording } from '../../../test/recorded-rows.ts';
import { temporaryApp } from '../../../test/temporary-app.ts';
import type { DiffReport } from './diff-report.ts';

const policies = (...tools: readonly string[]): string =>
  `import { denyTools } from '@interpose/policies/deny-tools';
export default [denyTools(${JSON.stringify(tools)})];
`;

const CALLS = [
  recordedCall('refund', { cents: 500 }),
  recordedCall('search', { text: 'shoes' }),
  recordedCall('refund', { cents: 900 }),
];

const app = temporaryApp({
  'interpose.config.mjs': policies('wipe'),
  'same.mjs': policies('wipe'),
  'stricter.mjs': policies('wipe', 'refund'),
  'failing.mjs': `export default [{ name: 'broken', hooks: { onToolCallResult: () => { throw new Error('x'); } } }];`,
  'good.jsonl': recording(...CALLS),
  'runs.jsonl': recording(...CALLS, 'not json'),
});
afterAll(() => app[Symbol.dispose]());

test('an unexpected change ends with 1 and is told by tool, code and example', async () => {
  const { out, code } = await app.run(
    'diff',
    '--candidate',
    'stricter.mjs',
    'runs.jsonl',
    '--json',
  );
  const report = JSON.parse(out) as DiffReport;
  expect(report).toMatchObject({ runs: 3, changed: 2, unexpected: 2, affected: 2, unreadable: 1 });
  expect(report.changes).toMatchObject([
    {
      tool: 'refund',
      from: { decision: 'allow' },
      to: { decision: 'deny', codes: ['tool_denied'], policies: ['deny-tools'] },
      count: 2,
      examples: [
        { file: 'runs.jsonl', line: 1 },
        { file: 'runs.jsonl', line: 3 },
      ],
    },
  ]);
  expect(code).toBe(1);
});

test.for(['refund', 'tool_denied', 'deny-tools', 'allow>deny'])(
  '--allow %s expects the change',
  async (name) => {
    const { out, code } = await app.run(
      'diff',
      '--candidate',
      'stricter.mjs',
      'good.jsonl',
      '--allow',
      name,
    );
    expect(out).toContain('2 decisions changed in 2 runs, all expected');
    expect(code).toBe(0);
  },
);

test('--allow takes one name, so that recordings after it stay recordings; more names need it again', async () => {
  const words = ['diff', '--candidate', 'stricter.mjs', '--allow', 'tool_denied'];
  const one = await app.run(...words, 'good.jsonl');
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('all expected') });
  const other = await app.run(...words, '--allow', 'search', 'good.jsonl');
  expect(other).toMatchObject({ code: 0, out: expect.stringContaining('all expected') });
});

test('equal policies change nothing', async () => {
  const { out, code } = await app.run(
    'diff',
    '--base',
    'same.mjs',
    '--candidate',
    'interpose.config.mjs',
    'good.jsonl',
  );
  expect(out).toContain('No decision changes.');
  expect(code).toBe(0);
});

test.for([
  ['same.mjs', 'runs.jsonl', /1 row could not be read:\n/],
  ['failing.mjs', 'good.jsonl', /a hook failed: broken\//],
] as const)(
  '%s over %s ends with 1: what was not compared is not equal',
  async ([set, file, told]) => {
    const { out, code } = await app.run('diff', '--base', set, '--candidate', set, file);
    expect(out).toContain('No decision changes.');
    expect(out).toMatch(told);
    expect(code).toBe(1);
  },
);

test('the page holds the change and escapes what comes from recordings', async () => {
  app.write('odd.jsonl', recording(recordedCall('<img src=x>', {})));
  app.write('odd.mjs', policies('wipe', '<img src=x>'));
  await app.run('diff', '--candidate', 'odd.mjs', 'odd.jsonl', '--html', 'report.html');
  const page = readFileSync(join(app.folder, 'report.html'), 'utf8');
  expect(page).toContain('&#60;img src=x&#62;');
  expect(page).not.toContain('<img');
  // A narrow screen hides the column headings: each number carries its unit.
  expect(page).toMatch(/data-unit="times">1<[^]*data-unit="runs">1</);
});

test('replay tells what the policies stop', async () => {
  const { out, code } = await app.run('replay', '--config', 'stricter.mjs', 'runs.jsonl', '--json');
  expect(JSON.parse(out)).toMatchObject({
    runs: 3,
    unreadable: 1,
    affected: 2,
    interferences: [
      { tool: 'refund', decision: 'deny', codes: ['tool_denied'], count: 2, first: 'runs.jsonl:1' },
    ],
  });
  expect(code).toBe(1);
});

test('replay reads a file of rules as policies', async () => {
  app.write(
    'rules.yaml',
    'default: deny\nrules:\n  - { on: preToolCall, tool: search, decision: allow }\n',
  );
  const { out } = await app.run('replay', '--config', 'rules.yaml', 'runs.jsonl', '--json');
  expect(JSON.parse(out)).toMatchObject({
    interferences: [{ tool: 'refund', codes: ['no_rule'], count: 2 }],
  });
});

test('replay and diff say how many kinds they do not list', async () => {
  const kinds = Array.from({ length: 503 }, (_, place) => `tool${place}`);
  app.write('kinds.mjs', policies(...kinds));
  app.write('kinds.jsonl', recording(...kinds.map((tool) => recordedCall(tool, {}))));
  const replayed = await app.run('replay', '--config', 'kinds.mjs', 'kinds.jsonl');
  expect(replayed.out).toMatch(
    / {2}and 470 kinds more; --json .*\n {2}and 3 steps of further kinds/,
  );
  const { out } = await app.run('replay', '--config', 'kinds.mjs', 'kinds.jsonl', '--json');
  expect(JSON.parse(out)).toMatchObject({ beyond: 3, affected: 503 });
  const compared = await app.run('diff', '--candidate', 'kinds.mjs', 'kinds.jsonl');
  expect(compared.out).toMatch(
    / {2}and 480 kinds more; --json .*\n {2}and 3 changes of further kinds/,
  );
});
