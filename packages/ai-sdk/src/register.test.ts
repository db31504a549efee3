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

async function run(app: string): Promise<Ran> {
  const flags = ['--conditions=@interpose/source', '--import', '@interpose/ai-sdk/register', app];
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
});
