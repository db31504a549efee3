import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';
import type { TestReport } from './tell-tests.ts';

function hooksModule(name: string, hook: string): string {
  return `import { createHooks } from '@interpose/core';
export default createHooks({ policies: [{ name: '${name}', hooks: { preToolCall() { ${hook} } } }] });
`;
}

const OPEN = hooksModule('a', '');
const CLOSED = hooksModule('b', "return { decision: 'deny', reason: 'no' };");
const RULES = 'default: { preToolCall: deny }\nrules: []\n';
const CASE = 'cases: [{ name: x, tool: read, expect: allow }]\n';

async function filesOf(app: TemporaryApp): Promise<readonly string[]> {
  const { out } = await app.run('test', '--json');
  return (JSON.parse(out) as TestReport).files.map(({ file }) => file);
}

test.each(['a.mjs, b.mjs', 'b.mjs, a.mjs', 'a.mjs, rules.yaml'])(
  'what createHooks returned is refused beside others: %s',
  async (names) => {
    using app = temporaryApp({ 'a.mjs': OPEN, 'b.mjs': CLOSED, 'rules.yaml': RULES });
    app.write('x.policy.yaml', `policies: [${names}]\n${CASE}`);
    const { code, err } = await app.run('test');
    expect(err).toMatch(
      /^cases_invalid: x\.policy\.yaml: [ab]\.mjs exports what createHooks returned, which cannot join other policies\. Export its policies\.\n$/,
    );
    expect(code).toBe(3);
  },
);

test('a threshold is not reached by hooks that are not counted', async () => {
  using app = temporaryApp({ 'a.mjs': OPEN, 'x.policy.yaml': `policies: a.mjs\n${CASE}` });
  const { code, out } = await app.run('test', '--threshold', '100');
  expect(out).toContain('a.mjs exports what createHooks returned, whose hooks are not counted.');
  expect(out).toMatch(/1 case, none failed, no coverage counted, below the threshold\n$/);
  expect(code).toBe(1);
  app.write('rules.yaml', `${RULES}tests: [{ tool: a, expect: deny }]\n`);
  app.write('open.mjs', "export default [{ name: 'o', hooks: { preToolCall() {} } }];\n");
  app.write('y.policy.yaml', `policies: open.mjs\n${CASE}`);
  expect((await app.run('test', '--threshold', '1')).code).toBe(1);
  expect((await app.run('test')).code).toBe(0);
});

test('a file without a case is an error beside others, too', async () => {
  using app = temporaryApp({
    'interpose.config.mjs': "export default [{ name: 'o', hooks: { preToolCall() {} } }];\n",
    'a.policy.yaml': CASE,
    'in/none.policy.yaml': 'cases: []\n',
  });
  expect(await app.run('test')).toEqual({
    code: 3,
    out: '',
    err: 'cases_missing: in/none.policy.yaml holds no case. Write one, or run interpose init.\n',
  });
});

test('rules with tests are found however they are written, and nothing else is', async () => {
  const tests = '"tests":[{"tool":"a","expect":"deny"}]';
  using app = temporaryApp({
    'bom.yaml':
      '\uFEFFrules: []\ndefault: { preToolCall: deny }\ntests: [{ tool: a, expect: deny }]\n',
    'json.yaml': `{"default":{"preToolCall":"deny"},"rules":[],${tests}}`,
    'lines.yaml': `{\n  "default": {"preToolCall":"deny"},\n  "rules": [],\n  ${tests}\n}\n`,
    'chart.yaml': '{{- if .Values.on }}\nspec:\n  rules: a\n  tests:\n  {{ toYaml }}\n',
    'many.yaml': 'spec:\n  rules: []\n  tests: []\n---\nkind: b\n',
    'other.yaml': 'rules: { a: 1 }\ntests: [1]\n',
  });
  expect(await filesOf(app)).toEqual(['bom.yaml', 'json.yaml', 'lines.yaml']);
  app.write('broken.yaml', 'rules: [\ntests: []\n');
  expect((await app.run('test')).err).toMatch(/^cases_invalid: broken\.yaml:\d+: /);
});

test('rules with tests and cases in JSON are found, and other JSON is passed over', async () => {
  const rules = { default: { preToolCall: 'deny' }, rules: [] };
  const tests = [{ tool: 'a', expect: 'deny' }];
  using app = temporaryApp({
    'rules.json': JSON.stringify({ ...rules, tests }),
    'untested.json': JSON.stringify(rules),
    'in/a.policy.json': JSON.stringify({ rules: '../rules.json', cases: tests }),
    'package.json': JSON.stringify({ name: 'shop', rules: 'rules.json', tests: 'src' }),
    'tsconfig.json': '{\n  // settings\n  "rules": {},\n  "tests": [],\n}\n',
    'list.json': JSON.stringify([{ ...rules, tests }]),
    'nothing.json': 'null',
    'empty.json': '',
    'lines.json': '{"rules":1,"tests":2}\n{"rules":1,"tests":2}\n',
  });
  expect(await filesOf(app)).toEqual(['in/a.policy.json', 'rules.json']);
  app.write('broken.json', '{ "rules": [ { ], "tests": [] }');
  expect((await app.run('test')).err).toMatch(/^cases_invalid: broken\.json:\d+: /);
});
