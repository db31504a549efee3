import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

import { AOSResponse } from '../src/generated/validators.mjs';
import { toolCall } from './post-step.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-hook-'));
afterAll(() => rmSync(folder, { recursive: true }));

function policies(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

const shop = policies(
  'shop.mjs',
  `export default [{ name: 'shop', hooks: { preToolCall: { name: 'limit', tool: 'refund', run({ call }) {
     console.log('looking at', call.name);
     if (call.args.cents > 100) return { decision: 'deny', reason: 'too much', code: 'limit' };
     if (call.args.cents === 42) return { call: { ...call, args: { cents: 1 } } };
   } } } }];`,
);

interface Ended {
  readonly exitCode: number | null;
  readonly said: unknown;
}

/** Runs the command on this input. */
function run(input: string | Buffer, ...words: readonly string[]): Promise<Ended> {
  const program = join(import.meta.dirname, '../dist/hook/interpose-hook.js');
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('close', (exitCode) => resolve({ exitCode, said: JSON.parse(output) as unknown }));
  });
}

function refund(cents: number, more: object = {}): string {
  const call = { id: 'call_1', name: 'refund', args: { cents } };
  return JSON.stringify({ event: 'preToolCall', payload: { call }, ...more });
}

describe('interpose-hook', () => {
  test('answers one event with the decision of the policies, and prints nothing else', async () => {
    const allowed = await run(refund(5), '--policies', shop);
    expect(allowed).toEqual({ exitCode: 0, said: { decision: 'allow' } });
    const denied = await run(refund(500), '--policies', shop);
    expect(denied.exitCode).toBe(0);
    expect(denied.said).toMatchObject({
      decision: 'deny',
      reason: 'too much',
      code: 'limit',
      by: ['shop/limit'],
    });
  });

  test('makes a deny of a modify that the caller cannot carry out', async () => {
    const { said } = await run(refund(42), '--policies', shop);
    expect(said).toMatchObject({ decision: 'deny', code: 'modify_unsupported' });
    const value = { id: 'call_1', name: 'refund', args: { cents: 1 } };
    const able = { decision: 'modify', value, by: ['shop/limit'] };
    const byInput = await run(refund(42, { can: ['allow', 'deny', 'modify'] }), '--policies', shop);
    expect(byInput.said).toEqual(able);
    const byFlag = await run(refund(42), '--policies', shop, '--can', 'allow,deny,modify');
    expect(byFlag.said).toEqual(able);
  });

  test('answers an AOS request in the words of AOS', async () => {
    const { said } = await run(JSON.stringify(toolCall()), '--policies', shop);
    expect(said).toMatchObject({ id: 'one', result: { decision: 'allow' } });
    const broken = JSON.stringify({ ...toolCall(), params: {} });
    const answer = await run(broken, '--policies', shop);
    expect(answer.said).toMatchObject({ id: 'one', result: { decision: 'deny' } });
    expect(AOSResponse(answer.said)).toBe(true);
  });

  test.each([
    ['no JSON', '{"event":'],
    ['a megabyte and more', JSON.stringify({ event: 'x'.repeat(1_100_000) })],
  ])('ends in the posture, exit code 0, on %s', async (_, input) => {
    const [denied, letThrough] = await Promise.all([
      run(input, '--policies', shop),
      run(input, '--policies', shop, '--on-failure', 'allow'),
    ]);
    const code = 'malformed_input';
    expect(denied).toMatchObject({ exitCode: 0, said: { decision: 'deny', code } });
    expect(letThrough).toEqual({ exitCode: 0, said: { decision: 'allow', code } });
  });

  test.each([
    [
      'policies that cannot be loaded',
      ['--policies', join(folder, 'none.mjs')],
      'policies_unreadable',
    ],
    [
      'policies that are none',
      ['--policies', policies('odd.mjs', 'export default 7;')],
      'policies_unreadable',
    ],
    ['no policies', [], 'invalid_option'],
    ['a posture that is none', ['--policies', shop, '--on-failure', 'open'], 'invalid_option'],
    [
      'a policy that never answers',
      ['--timeout', '300', '--policies', policies('hung.mjs', hungPolicy())],
      'hook_timeout',
    ],
  ])('denies with %s', async (_, words, code) => {
    expect(await run(refund(5), ...words)).toMatchObject({
      exitCode: 0,
      said: { decision: 'deny', code },
    });
  });

  test('what is no UTF-8 is judged by nobody, and a mark of the byte order is none of it', async () => {
    const words = ['--policies', shop, '--on-failure', 'allow'];
    const broken = Buffer.from(refund(500).replace('call_1', 'call_\u00ff'), 'latin1');
    const said = { decision: 'allow', code: 'malformed_input' };
    expect(await run(broken, ...words)).toEqual({ exitCode: 0, said });
    expect(await run(`\uFEFF${refund(500)}`, ...words)).toMatchObject({
      said: { decision: 'deny', code: 'limit' },
    });
  });

  test('a policy that ends the process has not decided', async () => {
    const quitting = policies(
      'quitting.mjs',
      'export default [{ name: "quit", hooks: { preToolCall: () => process.exit(3) } }];',
    );
    expect(await run(refund(5), '--policies', quitting)).toMatchObject({
      exitCode: 0,
      said: { decision: 'deny', code: 'hook_failed' },
    });
  });

  test('AOS requests are answered in the words of AOS also where nothing was decided', async () => {
    const hanging = policies(
      'hanging.mjs',
      'export default [{ name: "hang", hooks: { preToolCall: () => new Promise(() => {}) } }];',
    );
    const words = ['--policies', hanging, '--timeout', '1500'];
    const { exitCode, said } = await run(JSON.stringify(toolCall()), ...words);
    expect(exitCode).toBe(0);
    expect(AOSResponse(said)).toBe(true);
    expect(said).toMatchObject({
      id: 'one',
      result: { decision: 'deny', reasonCode: ['hook_timeout'] },
    });
  });

  test('a limit beyond what timers count is none', async () => {
    const { said } = await run(refund(5), '--policies', shop, '--timeout', '99999999999');
    expect(said).toEqual({ decision: 'allow' });
  });
});

function hungPolicy(): string {
  return `export default { name: 'hung', hooks: { preToolCall: () => new Promise(() => {}) } };`;
}
