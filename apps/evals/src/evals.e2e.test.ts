import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

import { evaluations } from './evaluations.ts';
import { parseEvalArguments } from './parse-eval-arguments.ts';
import { runEval } from './run-eval.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-evals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const real = join(import.meta.dirname, '../../../../shared/aos/vectors');

describe('pnpm eval aos', () => {
  test.skipIf(!existsSync(real))(
    'holds on all vectors (skipped where ../shared is not)',
    async () => {
      const { exitCode, output } = await runEval('aos', '--data', real, '--json');
      expect(JSON.parse(output)).toEqual({ passed: 122, failed: 0, failures: [] });
      expect(exitCode).toBe(0);
    },
  );

  test('names the vectors that do not hold, and why', async () => {
    const vectors = [
      { id: 'right', kind: 'request', wire: 42, expect: { valid: false, error: -32600 } },
      { id: 'wrong', kind: 'request', wire: 42, expect: { valid: true } },
      { id: 'odd', kind: 'riddle', expect: {} },
    ];
    writeFileSync(join(folder, 'made-up.json'), JSON.stringify({ vectors }));
    const { exitCode, output } = await runEval('aos', '--data', folder, '--json');
    expect(JSON.parse(output)).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { id: 'wrong', why: 'valid is false' },
        { id: 'odd', why: 'there is no kind riddle' },
      ],
    });
    expect(exitCode).toBe(1);
  });

  test('takes one file, and tells what in it is no vector', async () => {
    const file = join(folder, 'odd.json');
    const right = {
      id: 'right',
      kind: 'request',
      wire: 42,
      expect: { valid: false, error: -32600 },
    };
    writeFileSync(file, JSON.stringify({ vectors: [right, null, { id: 'half' }] }));
    const { exitCode, output } = await runEval('aos', '--data', file, '--json');
    expect(JSON.parse(output)).toEqual({
      passed: 1,
      failed: 2,
      failures: [2, 3].map((vector) => ({
        id: `${file}, vector ${vector}`,
        why: 'it has no id, kind or expect',
      })),
    });
    expect(exitCode).toBe(1);
  });

  test('tells a file that is not JSON', async () => {
    const file = join(folder, 'bytes.bin');
    writeFileSync(file, Uint8Array.from([0x7b, 0x1b, 0xff, 0x00]));
    const { exitCode, output } = await runEval('aos', '--data', file);
    expect(output).toBe(`${file}: it is not JSON\n0 passed, 1 failed\n`);
    expect(exitCode).toBe(1);
  });
});

describe('pnpm eval', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const blank = join(folder, 'blank.jsonl');
  writeFileSync(blank, '\r\n\n');

  test.each(
    [...evaluations.keys()].flatMap((name) =>
      [join(folder, 'absent'), empty, ...(name === 'aos' ? [] : [blank])].map((data) => [
        name,
        data,
      ]),
    ),
  )('%s over nothing ends with 2 and names where such data is from: %s', async (name, data) => {
    const ended = await runEval(name, '--data', data, '--json');
    expect(ended).toMatchObject({ exitCode: 2, output: '' });
    expect(ended.errors).toMatch(/^\[data_not_found\] .*; .*https:\/\/github\.com\/.*\n$/);
  });

  test.each([
    [[], 'no evaluation is named'],
    [['aos'], '--data is missing'],
    [['aos', '--data', ''], '--data is missing'],
    [['acs', '--data', 'x'], 'there is no evaluation "acs"'],
    [['aos', 'pii', '--data', 'x'], 'one evaluation at a time, but there is also pii'],
    [['aos', '--data', 'x', '--verbose'], "Unknown option '--verbose'"],
  ])('called with %j says what is wrong and how it is called', (words, problem) => {
    expect(() => parseEvalArguments(words)).toThrow(
      `[arguments_invalid] ${problem}; use pnpm eval agentdyn|airline|aos|learned|pii|secrets --data `,
    );
  });

  test('tells the first twenty bad rows, and how many more there are', async () => {
    const file = join(folder, 'many.jsonl');
    writeFileSync(file, 'no row\n'.repeat(25));
    const { exitCode, output } = await runEval('pii', '--data', file);
    const told = output.split('\n').filter((line) => line.includes('cannot be read'));
    expect(told).toHaveLength(20);
    expect(output).toMatch(
      /:20 cannot be read: it is not JSON\nand 5 more rows that --json lists\n$/,
    );
    expect(exitCode).toBe(1);
  });
});
