import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const modules = join(import.meta.dirname, '../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'interpose-config-'));
const adapters = ['ai-sdk', 'langchain', 'openai', 'openai-agents'];

const policy = `{ name: 'closed', hooks: { preToolCall: () => undefined } }`;

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules/@interpose'), { recursive: true });
  for (const name of adapters)
    symlinkSync(
      realpathSync(join(modules, '@interpose', name)),
      join(folder, 'node_modules/@interpose', name),
    );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What a program prints that only says that it runs, with this file beside it. */
async function started(adapter: string, name: string, source: string): Promise<string> {
  const cwd = mkdtempSync(join(folder, 'app-'));
  writeFileSync(join(cwd, name), source);
  const given = ['--no-warnings', '--import', `@interpose/${adapter}/register`];
  return new Promise((resolve) => {
    execFile(process.execPath, [...given, '-e', "console.log('runs')"], { cwd }, (_, out, error) =>
      resolve(out + error),
    );
  });
}

describe.each(adapters)('register of %s starts nothing', (adapter) => {
  test.each<[string, string, string, string]>([
    [
      'with a misspelt policy',
      'interpose.config.mjs',
      "export default { name: 'closed', hook: {} };",
      '[invalid_policy]',
    ],
    ['with an empty list', 'interpose.config.mjs', 'export default [];', '[no_policies]'],
    ['with a module of other things', 'interpose.config.mjs', 'export const x = 1;', '[no_polic'],
    ['with a text', 'interpose.config.mjs', "export default 'closed';", '[policies_invalid]'],
    ['with a module that throws', 'interpose.config.mjs', 'throw 5;', '[policies_unreadable]'],
    ['with a file it does not read', 'interpose.config.json', policy, '[config_missing]'],
    ['with a module that exports nothing', 'interpose.config.cjs', '', '[no_policies]'],
  ])('%s', async (_, name, source, code) => {
    const printed = await started(adapter, name, source);
    expect(printed).toContain(code);
    expect(printed).not.toContain('runs\n');
  });
});

test.each(adapters)(
  'register of %s takes a module in TypeScript, and a function',
  async (adapter) => {
    const typed = `const closed: object = ${policy};\nexport default closed;`;
    const made = `export default async () => [${policy}];`;
    expect(await started(adapter, 'interpose.config.ts', typed)).toBe('runs\n');
    expect(await started(adapter, 'interpose.config.mjs', made)).toBe('runs\n');
  },
);
