import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const UNREAD = 'holds policies that no module of the folder names';
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
  ['shop.cedar', 'forbid(principal, action, resource);', UNREAD],
  ['shop.wasm', '\0asm', UNREAD],
  ['shop.rego', 'package shop', UNREAD],
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
    'shop.cedarschema': 'entity Customer;\n',
  });
  expect(modulesOf(await readSource(folder))).toEqual(['a.mjs']);
});

test('a module that names no other file has the SHA-256 of its text, and each file that it names becomes part of it', async () => {
  const folder = folderOf({ 'a.mjs': `// don't import './old.ts'\n${MODULE}` });
  const alone = await readSource(join(folder, 'a.mjs'));
  const text = `// don't import './old.ts'\n${MODULE}`;
  expect(alone.digest).toBe(createHash('sha256').update(text).digest('hex'));
  writeFileSync(
    join(folder, 'old.ts'),
    "import './deep.mjs'; import 'node:fs'; import '@interpose/core';",
  );
  writeFileSync(join(folder, 'deep.mjs'), "import './old.ts'; const rules = 'rules.yaml';");
  writeFileSync(join(folder, 'rules.yaml'), RULES);
  writeFileSync(join(folder, 'unnamed.yaml'), RULES);
  const { files, modules, packages, digest } = await readSource(join(folder, 'a.mjs'));
  expect(Object.keys(files)).toEqual(['a.mjs', 'deep.mjs', 'old.ts', 'rules.yaml']);
  expect([modules, packages]).toEqual([['a.mjs'], {}]);
  expect(digest).not.toBe(alone.digest);
});

test('a file that is named and cannot be read is a failure, and no earlier digest', async () => {
  const folder = folderOf({ 'a.mjs': `import './loop.mjs';\n${MODULE}` });
  symlinkSync('loop.mjs', join(folder, 'loop.mjs'));
  await expect(readSource(join(folder, 'a.mjs'))).rejects.toThrow(
    /^\[policies_unreadable\] .*a\.mjs cannot be read: ELOOP.*loop\.mjs/,
  );
});

test('more than a thousand files are refused', async () => {
  const folder = folderOf({});
  for (let at = 0; at <= 1000; at += 1)
    writeFileSync(join(folder, `m${at}.mjs`), `import './m${at + 1}.mjs';\n${MODULE}`);
  await expect(readSource(join(folder, 'm0.mjs'))).rejects.toThrow(
    /^\[policies_unreadable\] .* more than 1000 files/,
  );
});

test('data that policies read by themselves is part of the digest, and its text is kept nowhere', async () => {
  const reads = `readFileSync('./secrets.json'); fetch('file://elsewhere/x.json'); const denied = ['/proc/1/mem.json'];`;
  const folder = folderOf({ 'a.mjs': `${reads}\n${MODULE}`, 'secrets.json': '{"key":"hush"}' });
  const source = await readSource(join(folder, 'a.mjs'));
  expect(Object.keys(source.data ?? {})).toEqual(['secrets.json']);
  expect(JSON.stringify(source)).not.toContain('hush');
  writeFileSync(join(folder, 'secrets.json'), '{"key":"other"}');
  expect((await readSource(join(folder, 'a.mjs'))).digest).not.toBe(source.digest);
});

test.for([
  ['shop.cedar', 'permit(principal, action, resource);', 'forbid(principal, action, resource);'],
  ['shop.cedarschema', 'entity User;', 'entity Agent;'],
  ['shop.wasm', Buffer.of(0x80), Buffer.of(0x81)],
] as const)('what an engine reads is part of the digest: %s', async ([name, before, after]) => {
  const reads = `readFileSync(new URL('${name}', import.meta.url));`;
  const folder = folderOf({ 'a.mjs': `${reads}\n${MODULE}` });
  const read = async (bytes: string | Buffer): Promise<string> => {
    writeFileSync(join(folder, name), bytes);
    return (await readSource(join(folder, 'a.mjs'))).digest;
  };
  expect(await read(after)).not.toBe(await read(before));
});
