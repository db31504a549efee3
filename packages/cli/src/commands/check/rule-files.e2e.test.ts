import { expect, test } from 'vitest';

import { temporaryApp, type TemporaryApp } from '../../../test/temporary-app.ts';
import type { LintFinding } from '../../lint/finding.ts';

const DEAD = `default: deny
rules:
  - { name: all, on: preToolCall, decision: deny, reason: no }
  - { name: never, on: preToolCall, tool: 'read_*', decision: allow }
`;

async function check(app: TemporaryApp, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await app.run('check', ...words, '--json');
  const { findings } = JSON.parse(out) as { readonly findings: readonly LintFinding[] };
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

test('files of rules below the folder, or a folder that is named, are looked at', async () => {
  using app = temporaryApp({
    'interpose.config.mjs':
      "import { rulesFile } from '@interpose/policies/rules';\nexport default rulesFile('in/dead.yaml');\n",
    'in/dead.yaml': DEAD,
    'in/old.policy.yaml': 'rules: dead.yaml\ncases: [{ tool: a, expect: deny }]\n',
    'in/broken.yaml': 'rules: [\ndefault: deny\n',
    'in/other.yaml': 'default: a\nrules: { b: c }\n',
    'in/text.yaml': 'about: "rules: and default: of the house"\n',
    'in/template.yaml': '{{ if }}\n  rules:\n  default:\n',
    'dist/dead.yaml': DEAD,
    'node_modules/a/dead.yaml': DEAD,
    '.out/dead.yaml': DEAD,
  });
  const found = ['in/broken.yaml:1 config-invalid', 'in/dead.yaml:4 dead-rule'];
  expect(await check(app)).toEqual([
    expect.stringMatching(/^in\/broken\.yaml:\d config-/),
    found[1],
  ]);
  expect(await check(app, '.')).toHaveLength(2);
  expect(await check(app, 'in', 'in/dead.yaml')).toHaveLength(2);
  app.write('in/broken.yaml', 'rules: []\n');
  expect(await check(app)).toEqual(found.slice(1));
  expect(await check(app, '--config', 'in/dead.yaml')).toEqual(found.slice(1));
  expect((await app.run('check', '--strict')).code).toBe(1);
});

test('a configuration with a name that is not looked for is told', async () => {
  using app = temporaryApp({
    'interpose.config.yaml': 'default: { preToolCall: deny }\nrules: []\n',
  });
  expect(await check(app)).toEqual(['interpose.config.yaml:1 config-name']);
  expect((await app.run('check', '--strict')).code).toBe(1);
  expect(await check(app, '--config', 'interpose.config.yaml')).toEqual([]);
});

test('tools that calls and labels name are looked up in the inventory', async () => {
  using app = temporaryApp({
    'labelled.yaml': `default: { preToolCall: allow }
rules: []
calls: { wire_mony: 1, send_money: 2 }
labels:
  tools:
    send_mony:
      effect: write
    send_money:
      effect: write
`,
    'tools.json': JSON.stringify(['send_money', 'wire_money']),
  });
  expect(await check(app, 'labelled.yaml', '--inventory', 'tools.json')).toEqual([
    'labelled.yaml:3 unknown-tool',
    'labelled.yaml:6 unknown-tool',
  ]);
});

test('the same folders are left out as for sources, and rules in JSON are looked at', async () => {
  const dead = JSON.stringify({
    default: 'deny',
    rules: [
      { on: 'preToolCall', decision: 'deny', reason: 'no' },
      { on: 'preToolCall', tool: 'read_*', decision: 'allow' },
    ],
  });
  using app = temporaryApp({
    'in/dead.json': dead,
    'in/other.json': '{ "default": 1, "rules": {} }',
    'tsconfig.json': '{\n  // "rules": "default":\n  "rules": {}, "default": 1,\n}\n',
    'src/build/dead.yaml': DEAD,
    'build/dead.yaml': DEAD,
    'packages/a/package.json': '{}',
    'packages/a/dist/dead.yaml': DEAD,
    'packages/a/in/coverage/dead.yaml': DEAD,
  });
  const found = [
    'in/dead.json:1 dead-rule',
    'packages/a/in/coverage/dead.yaml:4 dead-rule',
    'src/build/dead.yaml:4 dead-rule',
  ];
  expect(await check(app)).toEqual(found);
  expect(await check(app, 'src/build', 'packages')).toEqual([found[2], found[1]]);
});
