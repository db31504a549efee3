import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { startGuardian } from '../../test/start-guardian.ts';

/** A policy that denies with the list of Node's type-stripping modules that its thread has loaded. */
const TYPED = `import { nameOf } from './_names.ts';
type Loaded = NodeJS.Process & { readonly moduleLoadList: readonly string[] };
const run = (): object => {
  const found = (process as Loaded).moduleLoadList.filter((name) => name.includes('deps/amaro'));
  return { decision: 'deny', reason: nameOf(found), code: 'asked' };
};
export default { name: 'typed', hooks: { preToolCall: run } };`;

test('policies in TypeScript, and what they import, are read without WebAssembly in the threads of workers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'interpose-typed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names =
    "export const nameOf = (found: readonly string[]): string => `found ${found.join() || 'none'}`;";
  writeFileSync(join(folder, '_names.ts'), names);
  writeFileSync(join(folder, 'typed.ts'), TYPED);
  const settings = { INTERPOSE_FOLDER: join(folder, 'data'), INTERPOSE_WORKERS: '1' };
  const guardian = await startGuardian(settings, [folder]);
  onTestFinished(() => guardian.kill());
  const verdict = await askTool(agentHooks(guardian.url), {});
  expect(verdict).toMatchObject({ decision: 'deny', code: 'asked', reason: 'found none' });
});
