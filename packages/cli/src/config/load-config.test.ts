import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { loadConfig } from './load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['waits at its top', 'await new Promise(() => undefined);\nexport default [];'],
  ['exports a function that never ends', 'export default () => new Promise(() => undefined);'],
])('a module that %s is refused after a while', async (_, text) => {
  writeFileSync(join(folder, 'waits.mjs'), text);
  await expect(loadConfig(folder, 'waits.mjs', 50)).rejects.toThrow(
    '[policies_unreadable] waits.mjs was not loaded within 0.05 s; look for what it waits for',
  );
});

test('a module that throws, and a folder, are refused with the reason', async () => {
  writeFileSync(join(folder, 'throws.mjs'), "throw new Error('boom');");
  await expect(loadConfig(folder, 'throws.mjs')).rejects.toThrow(
    '[policies_unreadable] throws.mjs cannot be loaded: boom; repair the module',
  );
  await expect(loadConfig(folder, '.')).rejects.toThrow(/^\[policies_unreadable\] /);
});
