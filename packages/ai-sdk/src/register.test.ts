import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { registeredApp } from '../test/registered-app.ts';

// Each test starts a process or a compiler, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

// Every app is a process that reads the sources, and most of its time was spent on removing types. Node keeps the
// compiled code here, by content, also for the next run.
const compiled = join(tmpdir(), 'node-compile-cache');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'interpose-register-'));
  for (const [name, text] of Object.entries(registeredApp)) writeFileSync(join(folder, name), text);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Links this version of the SDK and this package into the app's `node_modules`. */
function install(alias: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@interpose'), { recursive: true });
  symlinkSync(realpathSync(join(packageFolder, 'node_modules', alias)), join(modules, 'ai'));
  symlinkSync(packageFolder, join(modules, '@interpose/ai-sdk'));
  symlinkSync(join(packageFolder, '../core'), join(modules, '@interpose/core'));
  symlinkSync(join(packageFolder, '../adapter-kit'), join(modules, '@interpose/adapter-kit'));
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

async function run(app: string, ...before: string[]): Promise<Ran> {
  const flags = [
    '--conditions=@interpose/source',
    ...before,
    '--import',
    '@interpose/ai-sdk/register',
    app,
  ];
  try {
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder, env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const policed =
  '{"type":"error-text","value":"Blocked by no-refunds: a person pays"}\nI did what I could.\n';

describe('node --import @interpose/ai-sdk/register', () => {
  test.each(['ai-6-floor', 'ai-6-latest', 'ai-7-floor', 'ai'])(
    'polices an app on %s that knows nothing of it',
    async (alias) => {
      install(alias);
      expect(await run('app.mjs')).toEqual({ code: 0, output: policed });
    },
  );

  test.each(['ai-6-latest', 'ai'])('polices an app on %s that requires the SDK', async (alias) => {
    install(alias);
    expect(await run('app.cjs')).toEqual({ code: 0, output: policed });
  });

  test('reads policies from a TypeScript file', async () => {
    install('ai');
    rmSync(join(folder, 'interpose.config.mjs'));
    writeFileSync(
      join(folder, 'interpose.config.ts'),
      "import { definePolicy, deny } from '@interpose/core';\n" +
        "export default [definePolicy({ name: 'typed', hooks: { preToolCall: () => deny('no' as string) } })];\n",
    );
    expect((await run('app.mjs')).output).toContain('Blocked by typed: no');
  });

  test('takes a registry that the configuration made itself', async () => {
    install('ai');
    writeFileSync(
      join(folder, 'interpose.config.mjs'),
      "import { createHooks, deny } from '@interpose/core';\n" +
        "const hooks = createHooks();\nhooks.addHook('preToolCall', () => deny('mine'), { name: 'own' });\nexport default hooks;\n",
    );
    expect((await run('app.mjs')).output).toContain('Blocked by own: mine');
  });

  test('refuses to start without a configuration', async () => {
    install('ai');
    rmSync(join(folder, 'interpose.config.mjs'));
    const { code, output } = await run('app.mjs');
    expect(code).toBe(1);
    expect(output).toContain('[config_missing]');
    expect(output).not.toContain('paid');
  });

  test('never starts with two configurations, and reads that of another kind where it stands alone', async () => {
    install('ai');
    const [own, other] = ['interpose.config.mjs', 'interpose.config.cjs'];
    const policy = "{ name: 'typed', hooks: { preToolCall: () => deny('no') } }";
    const text = `const { deny } = require('@interpose/core');\nmodule.exports = [${policy}];\n`;
    writeFileSync(join(folder, other), text);
    const beside = await run('app.mjs');
    expect(beside.code).toBe(1);
    expect(beside.output).toContain('[config_unreadable]');
    expect(beside.output).toMatch(new RegExp(`${own} and .*${other} are both there; keep one`));
    rmSync(join(folder, own));
    expect((await run('app.mjs')).output).toContain('Blocked by typed: no');
  });

  test('says so on a Node that cannot hook modules', async () => {
    install('ai');
    const older = "import m from 'node:module'; m.registerHooks = undefined;";
    const { code, output } = await run('app.mjs', '--import', `data:text/javascript,${older}`);
    expect(code).toBe(1);
    expect(output).toContain('[register_unsupported]');
    expect(output).not.toContain('paid');
  });

  test('refuses to start with a configuration that holds no policies', async () => {
    install('ai');
    writeFileSync(join(folder, 'interpose.config.mjs'), 'export const policies = [];\n');
    const { code, output } = await run('app.mjs');
    expect(code).toBe(1);
    expect(output).toContain('[no_policies]');
  });
});
