import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { runEval } from '../run-eval.ts';
import { MadeUpFlights } from './made-up-flights.ts';

const flights = new MadeUpFlights();
afterAll(() => flights.remove());

const real = join(import.meta.dirname, '../../../../../shared/data/tau-airline');

describe('pnpm eval airline', () => {
  test.skipIf(!existsSync(real))(
    'denies no right action of the real tasks (skipped where ../shared is not)',
    async () => {
      const { exitCode, output } = await runEval('airline', '--data', real, '--json');
      expect(JSON.parse(output)).toMatchObject({
        rightActions: 158,
        falseDenials: 0,
        failedRuns: 116,
        failedRunsWithDeniedWrite: 47,
        byRule: expect.objectContaining({ not_refundable: 8 }) as object,
        badRows: [],
      });
      expect(exitCode).toBe(0);
    },
  );

  test('shows a table', async () => {
    const basic = ['cancel_reservation', { reservation_id: 'BASIC' }, '{}'] as const;
    const folder = flights.write([{ reward: 0, calls: [basic] }]);
    const { exitCode, output } = await runEval('airline', '--data', folder);
    expect(output).toMatch(/^failed runs +1 +1 +0$/m);
    expect(output).toMatch(/^not_refundable +1$/m);
    expect(exitCode).toBe(0);
  });

  test('ends with 2 and the public source when there is no data', async () => {
    const { exitCode, output, errors } = await runEval('airline', '--data', '/nowhere');
    expect([exitCode, output]).toEqual([2, '']);
    expect(errors).toContain('https://github.com/sierra-research/tau-bench');
  });
});
