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

  test('gives up with the controls it saw when too many are off', async () => {
    const measure = inTurn(measured(1.1, 1), measured(0.9, 1), measured(1.2, 1));
    const judged = await runGate('G1', FILE, { measure, spare: 2 });
    expect(judged).toMatchObject({ pass: false, value: null, discarded: 3, name: 'any' });
    expect(judged.failure).toMatch(
      /^\[bench_control_failed\].*1\.100, 0\.900, 1\.200, not 1 ± 0\.03; run again/,
    );
  });

  test('starts no spare process after the deadline', async () => {
    const measure = inTurn(measured(1.1, 1), measured(1, 1), measured(1, 1), measured(1, 1));
    expect(await runGate('G1', FILE, { measure, deadline: 0 })).toMatchObject({
      pass: false,
      discarded: 1,
    });
  });

  test('reports a process that died as a failed gate', async () => {
    const judged = await runGate('G1', FILE, { measure: inTurn(measured(1, 1)) });
    expect(judged.pass).toBe(false);
    expect(judged.failure).toMatch(/^\[bench_process_failed\]/);
  });
});
