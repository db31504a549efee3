import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalRequest } from '@interpose/core';
import { expect, test } from 'vitest';
import { loadPolicies } from './load-policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'policies-'));

function writeModule(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

test('the word none stands for no policies', async () => {
  expect(await loadPolicies('none')).toMatchObject({ policies: [] });
});

test('without an approver nobody says yes', async () => {
  const { approver } = await loadPolicies('none');
  expect(await approver({} as ApprovalRequest)).toEqual({
    approved: false,
    by: 'replay',
    reason: 'Nobody is there to approve it.',
  });
});

test('a list is found as the default export and under its name, an approver beside it', async () => {
  const byDefault = writeModule('default.mjs', `export default [{ name: 'one' }];`);
  const named = writeModule(
    'named.mjs',
    `export const policies = [{ name: 'two' }]; export const approver = () => ({ approved: true });`,
  );
  expect(await loadPolicies(byDefault)).toMatchObject({ policies: [{ name: 'one' }] });
  const { policies, approver } = await loadPolicies(named);
  expect(policies).toEqual([{ name: 'two' }]);
  expect(await approver({} as ApprovalRequest)).toEqual({ approved: true });
});

test.each([
  ['is not there', 'absent.mjs', undefined, '[policies_not_found]'],
  ['does not load', 'broken.mjs', 'throw new Error("no database");', '[policies_unreadable]'],
  ['exports nothing', 'nothing.mjs', 'export {};', '[policies_invalid]'],
  ['exports one policy, no list', 'one.mjs', `export default { name: 'p' };`, '[policies_invalid]'],
  [
    'exports an approver that cannot be called',
    'approver.mjs',
    'export default []; export const approver = true;',
    '[policies_invalid]',
  ],
])('a module that %s is refused', async (_, name, source, code) => {
  const path = source === undefined ? join(folder, name) : writeModule(name, source);
  await expect(loadPolicies(path)).rejects.toThrow(code);
});
