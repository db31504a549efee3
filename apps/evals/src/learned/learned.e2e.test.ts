import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runEval } from '../run-eval.ts';
import type { LearnedReport } from './learned-report.ts';

const real = join(import.meta.dirname, '../../../../../shared/data/agentdyn');

test.skipIf(!existsSync(real))(
  'rules learned from one model keep the good runs of the other and stop its attacks (skipped where ../shared is not)',
  async () => {
    const { exitCode, output } = await runEval('learned', '--data', real, '--json');
    const { figures, badRows } = JSON.parse(output) as LearnedReport;
    expect(badRows).toEqual([]);
    expect(figures.map(({ goodRuns }) => goodRuns)).toEqual([56, 14]);
    expect(figures.map(({ benign }) => benign.succeeded)).toEqual([14, 56]);
    expect(figures.map(({ attacks }) => attacks.succeeded)).toEqual([69, 280]);
    expect(exitCode).toBe(0);
  },
);
