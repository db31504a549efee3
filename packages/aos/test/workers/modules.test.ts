import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { serveInWorkers, type WorkerPool } from '../../src/workers/index.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'interpose-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve(file: string, source: string, loadMs = 30_000): Promise<WorkerPool> {
  const module = join(folder, file);
  writeFileSync(module, source);
  const pool = await serveInWorkers(module, { workers: 2, loadMs });
  onTestFinished(() => pool.close());
  return pool;
}

test.each([
  ['throws', 'throw new Error("no")', 'policies_unreadable'],
  ['exports nothing', 'export const nothing = 1;', 'no_policies'],
  ['spins as it loads', 'for (;;);', 'policies_unreadable'],
  ['ends the thread', 'process.exit(1)', 'policies_unreadable'],
])('a module that %s is refused', async (name, source, code) => {
  const loadMs = name.startsWith('spins') ? 1500 : 30_000;
  const loading = serve(`${name.replaceAll(' ', '-')}.mjs`, source, loadMs);
  await expect(loading).rejects.toMatchObject({ code });
});

const HOOKS = 'hooks: { preToolCall: (): undefined => undefined }';

test.each([
  [
    'imports TypeScript',
    'typed.ts',
    `import { name } from "./name.ts"; export default { name, ${HOOKS} };`,
  ],
  [
    'is TypeScript by its name alone',
    'typed.mts',
    `const name: string = "typed"; export default { name, ${HOOKS} };`,
  ],
  ['is a CommonJS module', 'common.ts', `module.exports = { name: "typed" as string, ${HOOKS} };`],
])('a module that %s is loaded', async (_, file, source) => {
  writeFileSync(join(folder, 'name.ts'), 'export const name: string = "typed";');
  expect((await serve(file, source)).names).toEqual(['typed']);
});

test('TypeScript that is more than types is refused with its file', async () => {
  const source = 'enum Kind { Refund }\nexport default { name: Kind[0], hooks: {} };';
  await expect(serve('enum.ts', source)).rejects.toThrow(
    /^\[policies_unreadable\] .*enum is not supported.*enum\.ts:1\)/s,
  );
});
