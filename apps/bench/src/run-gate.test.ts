import { describe, expect, test } from 'vitest';

import type { Measurement } from './measure-in-process.ts';
import { runGate } from './run-gate.ts';

const FILE = new URL('file:///gates/g1-any.ts');

function measured(control: number, value: number): Measurement {
  const part = { name: 'time', value, limit: 2, unit: 'x', sense: 'at most' } as const;
  return { name: 'any', tolerance: 0.03, sample: { control, parts: [part], peers: [] } };
}

function inTurn(...measurements: readonly Measurement[]) {
  const left = [...measurements];
  return () => {
    const next = left.shift();
    return next === undefined
      ? Promise.reject(new Error('[bench_process_failed] nothing left; add one'))
      : Promise.resolve(next);
  };
}

describe('runGate', () => {
  test('judges the median of three processes', async () => {
    const measure = inTurn(measured(1, 1.9), measured(1, 1.1), measured(1, 9));
    expect(await runGate('G1', FILE, { measure })).toMatchObject({
      value: 1.9,
      pass: true,
      discarded: 0,
    });
  });

  test('throws away a process whose control is off and starts another', async () => {
    const measure = inTurn(
      measured(1.031, 99),
      measured(1, 1),
      measured(0.97, 1),
      measured(1.03, 1),
    );
    expect(await runGate('G1', FILE, { measure })).toMatchObject({
      value: 1,
      pass: true,
      discarded: 1,
    });
  });

  test('tries again when too many are off, and keeps what was measured well', async () => {
    const measure = inTurn(
      measured(1, 1.2),
      measured(1.1, 99),
      measured(0.9, 99),
      measured(1, 1.4),
      measured(1.2, 99),
      measured(0.8, 99),
      measured(1, 1.3),
    );
    const judged = await runGate('G1', FILE, { measure, spare: 1, pauseMs: 0 });
    expect(judged).toMatchObject({ value: 1.3, pass: true, discarded: 4 });
    expect(judged.failure).toBeUndefined();
  });

  test('fails with the controls it saw after it was tried again three times', async () => {
    const measure = inTurn(...[1.1, 0.9, 1.2, 0.8].map((control) => measured(control, 1)));
    const judged = await runGate('G1', FILE, { measure, spare: 0, pauseMs: 0 });
    expect(judged).toMatchObject({ pass: false, value: null, discarded: 4, name: 'any' });
    expect(judged.failure).toMatch(
      /^\[bench_control_failed\].*1\.100, 0\.900, 1\.200, 0\.800 in 4 tries, not 1 ± 0\.03; run again/,
    );
  });

  test('tries no gate again that is over its limit: that is no noise', async () => {
    const measure = inTurn(measured(1, 9), measured(1, 9), measured(1, 9));
    const judged = await runGate('G1', FILE, { measure, pauseMs: 0 });
    expect(judged).toMatchObject({ value: 9, pass: false, discarded: 0 });
    expect(judged.failure).toBeUndefined();
  });

  test('starts no spare process after the deadline, but tries again', async () => {
    const measure = inTurn(measured(1.1, 1), measured(1.2, 1), measured(1, 1));
    const plan = { measure, deadline: 0, retries: 1, pauseMs: 0 };
    expect(await runGate('G1', FILE, plan)).toMatchObject({
      pass: false,
      discarded: 2,
    });
  });

  test('reports a process that died as a failed gate', async () => {
    const judged = await runGate('G1', FILE, { measure: inTurn(measured(1, 1)) });
    expect(judged.pass).toBe(false);
    expect(judged.failure).toMatch(/^\[bench_process_failed\]/);
  });
});
