import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { temporaryApp } from '../../../test/temporary-app.ts';
import type { TestReport } from './tell-tests.ts';

const RULES = `version: 2.1.0
name: refunds
default: deny
rules:
  - { name: small, on: preToolCall, tool: refund, args: { cents: { atMost: 1000 } }, decision: allow }
  - { name: large, on: preToolCall, tool: refund, decision: ask, reason: a large refund }
  - { name: never, on: preToolCall, tool: wipe, decision: deny, reason: never }
tests:
  - { name: small refunds pass, tool: refund, args: { cents: 900 }, expect: allow }
`;

const CASES = `rules: refunds.yaml
cases:
  - name: a large refund of
    matrix: { cents: [1001, 99999] }
    tool: refund
    args: { cents: "\${cents}" }
    expect: { decision: ask, by: refunds, reason: large }
  - name: nothing else runs
    tool: mail
    expect: { decision: deny, code: no_rule }
`;

const CONFIG = `import { limitRate } from '@interpose/policies/limit-rate';
import { redactSecrets } from '@interpose/policies/redact-secrets';
export default {
  policies: [
    limitRate({ limit: 2, windowMs: 60_000 }),
    redactSecrets(),
    { name: 'night', hooks: { preToolCall: { tool: 'ship', run: () => (new Date().getUTCHours() < 6 ? { decision: 'deny', reason: 'it is night', code: 'night' } : undefined) } } },
  ],
};
`;

const app = temporaryApp({
  'refunds.yaml': RULES,
  'refunds.policy.yaml': CASES,
  'interpose.config.mjs': CONFIG,
});
afterAll(() => app[Symbol.dispose]());

async function reportOf(
  ...words: string[]
): Promise<TestReport & { readonly code: number | null }> {
  const { out, code } = await app.run('test', ...words, '--json');
  return { ...(JSON.parse(out) as TestReport), code };
}

test('cases of a file of rules pass, a matrix is a case for each value', async () => {
  const { files, failed, code } = await reportOf();
  expect(files.flatMap(({ cases }) => cases.map(({ name }) => name))).toEqual([
    'a large refund of, cents=1001',
    'a large refund of, cents=99999',
    'nothing else runs',
    'small refunds pass',
  ]);
  expect({ failed, code }).toEqual({ failed: 0, code: 0 });
});

test('the tests that a file of rules carries are run', async () => {
  expect(await reportOf('refunds.yaml')).toMatchObject({ cases: 1, failed: 0, code: 0 });
});

test('coverage says which branches of which rule no case reached, and the threshold fails the run', async () => {
  const { coverage, code } = await reportOf(
    'refunds.policy.yaml',
    '--coverage',
    '--threshold',
    '90',
  );
  expect(coverage.rules).toMatchObject([
    { rule: 'small', line: 5, holds: 0, fails: 3 },
    { rule: 'large', line: 6, holds: 2, fails: 1 },
    { rule: 'never', line: 7, holds: 0, fails: 3 },
  ]);
  expect(coverage.percent).toBe(75);
  expect(code).toBe(1);
  expect(await app.run('test', 'refunds.policy.yaml', '--threshold', '101')).toEqual({
    code: 2,
    out: '',
    err: 'usage_invalid: --threshold is 101. Give a percentage from 0 to 100.\n',
  });
});

describe('against the configuration', () => {
  test('a clock stands where a case puts it, earlier calls count, a changed value is looked at', async () => {
    app.write(
      'more.policy.yaml',
      `cases:
  - { name: night, now: 2026-01-01T03:00:00Z, tool: ship, expect: { code: night } }
  - { name: day, now: 2026-01-01T12:00:00Z, tool: ship, expect: allow }
  - name: the third call is too many
    before: [{ tool: read, result: a }, { tool: read, result: b }]
    tool: read
    expect: { decision: deny, code: rate_limited }
  - name: a key is taken out of a result
    on: onToolCallResult
    tool: read
    result: { text: "ghp_16C7e42F292c6912E7710c838347Ae178B4a" }
    expect: modify
`,
    );
    const { files, code } = await reportOf('more.policy.yaml');
    expect(files[0]?.cases.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(code).toBe(0);
  });

  test('a case that fails is told with line and reason, also as JUnit', async () => {
    app.write(
      'bad.policy.yaml',
      'cases:\n  - { name: "a < b", now: 2026-01-01T03:00:00Z, tool: ship, expect: allow }\n',
    );
    const { files, code } = await reportOf('bad.policy.yaml', '--junit', 'junit.xml');
    expect(files[0]?.cases).toMatchObject([
      { name: 'a < b', line: 2, problems: ['said deny instead of allow: it is night'] },
    ]);
    expect(readFileSync(join(app.folder, 'junit.xml'), 'utf8')).toContain(
      '<testcase name="a &#60; b" classname="bad.policy.yaml" file="bad.policy.yaml" line="2"',
    );
    expect(code).toBe(1);
  });
});

test('a key that is not known is refused with its line', async () => {
  app.write('odd.policy.yaml', 'cases:\n  - tool: ship\n    expct: allow\n');
  const { err, code } = await app.run('test', 'odd.policy.yaml');
  expect(err).toMatch(
    /^cases_invalid: odd\.policy\.yaml:3: cases\.0\.expct is not known\. Use name, /,
  );
  expect(code).toBe(3);
});

test('a folder stands for the cases below it', async () => {
  using other = temporaryApp({
    'policies/all.mjs': "export default { name: 'p', hooks: { preToolCall: () => undefined } };",
    'policies/in/one.policy.yaml':
      'policies: ../all.mjs\ncases:\n  - tool: ship\n    expect: allow\n',
    'policies/rules.yaml': `version: 1.0.0
default: allow
rules:
  - { on: preToolCall, tool: ship, decision: deny, reason: no }
tests:
  - tool: ship
    expect: deny
`,
    'policies/untested.yaml': 'rules: []\n',
    'policies/compose.yml': 'services: {}\n',
    'two.policy.yaml': 'cases: nothing',
    'empty/a.md': '',
  });
  const { out, code } = await other.run('test', 'policies', '--json');
  const { files } = JSON.parse(out) as { readonly files: readonly { readonly file: string }[] };
  expect([files.map(({ file }) => file), code]).toEqual([
    ['policies/in/one.policy.yaml', 'policies/rules.yaml'],
    0,
  ]);
  expect((await other.run('test', 'policies', 'empty')).err).toMatch(/^cases_missing: .*empty\. /);
});

test('files without cases are an error, not a success', async () => {
  app.write('none.policy.yaml', 'cases: []\n');
  expect(await app.run('test', 'none.policy.yaml')).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^cases_missing: .*none\.policy\.yaml holds no case\. /),
  });
});

test('a folder without cases is an error, not a success', async () => {
  using bare = temporaryApp();
  expect(await bare.run('test')).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^cases_missing: /),
  });
});
