import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hooks } from '@interpose/core';
import { expect, test } from 'vitest';
import { loadHooks, loadOptions } from './load-policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'policies-'));

function writeModule(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

async function decisionOf(hooks: Hooks): Promise<string> {
  const call = { id: 'c1', name: 'refund', args: {} };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  return (await hooks.dispatch('preToolCall', { call, tool })).decision;
}

const ASKING = `{ name: 'asks', hooks: { preToolCall: () => ({ decision: 'ask', reason: 'sure?' }) } }`;

test('the word none stands for no policies', async () => {
  expect(await decisionOf(await loadHooks('none'))).toBe('allow');
});

test('without an approver nobody says yes, with one beside the policies it answers', async () => {
  const alone = writeModule('alone.mjs', `export default [${ASKING}];`);
  const beside = writeModule(
    'beside.mjs',
    `export const policies = [${ASKING}]; export const approver = () => ({ approved: true });`,
  );
  expect(await decisionOf(await loadHooks(alone))).toBe('deny');
  expect(await decisionOf(await loadHooks(beside))).toBe('allow');
});

test('each copy of a module has a state of its own', async () => {
  const counting = writeModule(
    'counting.mjs',
    `let calls = 0; export default { name: 'once', hooks: { preToolCall: () => (calls++ > 0 ? { decision: 'deny', reason: 'again' } : undefined) } };`,
  );
  const first = await loadHooks(counting, 'first');
  expect([await decisionOf(first), await decisionOf(first)]).toEqual(['allow', 'deny']);
  expect(await decisionOf(await loadHooks(counting, 'second'))).toBe('allow');
});

test('hooks that a module made itself are used, but cannot be made twice', async () => {
  const core = import.meta.resolve('@interpose/core');
  const made = writeModule(
    'made.mjs',
    `import { createHooks } from '${core}'; export default createHooks({ policies: [${ASKING}] });`,
  );
  expect(await decisionOf(await loadHooks(made))).toBe('deny');
  await expect(loadOptions(made)).rejects.toThrow('[policies_unfit]');
});

test.each([
  ['is not there', 'absent.mjs', undefined, '[policies_not_found]'],
  ['does not load', 'broken.mjs', 'throw new Error("no database");', '[policies_unreadable]'],
  ['exports nothing', 'nothing.mjs', 'export {};', '[no_policies]'],
  ['exports an empty list', 'empty.mjs', 'export default [];', '[no_policies]'],
  [
    'exports an approver that cannot be called',
    'approver.mjs',
    `export default [${ASKING}]; export const approver = true;`,
    '[policies_invalid]',
  ],
])('a module that %s is refused', async (_, name, source, code) => {
  const path = source === undefined ? join(folder, name) : writeModule(name, source);
  await expect(loadHooks(path)).rejects.toThrow(code);
});
