import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

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

  test.each([[[]], [['aos']], [['acs', '--data', 'x']], [['aos', '--data', 'x', '--verbose']]])(
    'says how it is called when called with %j',
    (words) => {
      expect(parseEvalArguments(words)).toMatchObject({
        problem: expect.stringContaining('usage') as string,
      });
    },
  );
});
