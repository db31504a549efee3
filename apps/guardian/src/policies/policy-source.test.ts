import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { modulesOf, readSource } from './policy-source.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-policies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const MODULE = "export default { name: 'm', hooks: { preToolCall: () => undefined } };";
const RULES = 'version: 1.0.0\ndefault: allow\nrules: []\n';
const NO_MODULE = 'is a module that a guardian does not load';
const UNLOADED = 'holds rules that no module of the folder loads';

test.for([
  ['limits.cjs', 'module.exports = [];', NO_MODULE],
  ['limits.cts', 'export = [];', NO_MODULE],
  ['limits.TS', MODULE, NO_MODULE],
  ['limits.tsx', MODULE, NO_MODULE],
  ['refunds.yaml', RULES, UNLOADED],
  ['refunds.YML', `\uFEFF${RULES}`, UNLOADED],
  ['refunds.yml', '{ default: deny, rules: [] }', UNLOADED],
  ['refunds.json', '{"rules":[],"default":"deny"}', UNLOADED],
  ['other.yaml', RULES, UNLOADED],
] as const)(
  'a folder with %s is refused: its policies would be loaded by nobody',
  async ([name, text, problem]) => {
    const folder = folderOf({ 'a.mjs': `// another.yaml\n${MODULE}`, [name]: text });
    await expect(readSource(folder)).rejects.toThrow(
      `[policies_unreadable] ${join(folder, name)} ${problem}; `,
    );
  },
);

test('what a module of the folder names, and what holds no policies, may lie beside it', async () => {
  const folder = folderOf({
    'a.mjs': `import { rulesFile } from '@interpose/policies/rules';\nexport default rulesFile('refunds.yaml');`,
    'refunds.yaml': RULES,
    '_old.yaml': RULES,
    '_parts.cjs': 'module.exports = [];',
    'compose.yml': 'services:\n  guardian: {}\n',
    'alerts.yml': 'groups:\n  - rules: []\n',
    'a.test.tsx': MODULE,
    'README.md': '# Policies\n',
  });
  expect(modulesOf(await readSource(folder))).toEqual(['a.mjs']);
});
