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
const RULES = 'version: 1\nrules:\n  - on: preToolCall\n    decision: deny\n';

test.for([
  ['limits.cjs', 'module.exports = [];', 'is a CommonJS module, which a guardian does not load'],
  ['limits.cts', 'export = [];', 'is a CommonJS module, which a guardian does not load'],
  ['refunds.yaml', RULES, 'holds rules that no module of the folder loads'],
  ['refunds.yml', RULES, 'holds rules that no module of the folder loads'],
] as const)(
  'a folder with %s is refused: its policies would be loaded by nobody',
  async ([name, text, problem]) => {
    const folder = folderOf({ 'a.mjs': MODULE, [name]: text });
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
    'README.md': '# Policies\n',
  });
  expect(modulesOf(await readSource(folder))).toEqual(['a.mjs']);
});
