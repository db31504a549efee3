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
  for (const name of ['core', ...adapters])
    symlinkSync(
      realpathSync(join(modules, '@interpose', name)),
      join(folder, 'node_modules/@interpose', name),
    );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What a program prints that only says that it runs, with these files beside it. */
async function started(
  adapter: string,
  files: Readonly<Record<string, string>>,
  ...before: readonly string[]
): Promise<string> {
  const cwd = mkdtempSync(join(folder, 'app-'));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(cwd, name), source);
  const given = ['--no-warnings', ...before, '--import', `@interpose/${adapter}/register`];
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
    const printed = await started(adapter, { [name]: source });
    expect(printed).toContain(code);
    expect(printed).not.toContain('runs\n');
  });

  test('with two configurations, even if one is empty', async () => {
    const config = `export default [${policy}];`;
    const [one, other] = ['interpose.config.mjs', 'interpose.config.cjs'];
    const printed = await started(adapter, { [one]: config, [other]: '' });
    expect(printed).toContain('[config_unreadable]');
    expect(printed).toMatch(new RegExp(`${one} and .*${other} are both there; keep one`));
    expect(printed).not.toContain('runs\n');
  });

  test('on a Node that cannot hook modules', async () => {
    const older = "import m from 'node:module'; m.registerHooks = undefined;";
    const config = { 'interpose.config.mjs': `export default [${policy}];` };
    const before = ['--import', `data:text/javascript,${older}`];
    const printed = await started(adapter, config, ...before);
    expect(printed).toContain('[register_unsupported]');
    expect(printed).not.toContain('runs\n');
  });
});

test.each(adapters)(
  'register of %s takes a module in TypeScript, CommonJS, a function, and a registry',
  async (adapter) => {
    const typed = `const closed: object = ${policy};\nexport default closed;`;
    const common = `module.exports = [${policy}];`;
    const made = `export default async () => [${policy}];`;
    const registry = `import { createHooks } from '@interpose/core';\nexport default createHooks({ policies: [${policy}] });`;
    for (const [name, source] of [
      ['interpose.config.ts', typed],
      ['interpose.config.cjs', common],
      ['interpose.config.mjs', made],
      ['interpose.config.mjs', registry],
    ] as const)
      expect(await started(adapter, { [name]: source })).toBe('runs\n');
  },
);
