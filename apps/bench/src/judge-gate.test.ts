import { describe, expect, test } from 'vitest';

import type { Part, Sample } from './gate.ts';
import { failedGate, judgeGate } from './judge-gate.ts';

const GATE = { id: 'G9', name: 'peers' };

function sample(parts: readonly Part[], control = 1): Sample {
  return { control, parts, peers: [{ name: 'peer', value: control * 10, unit: 'x' }] };
}

function atMost(name: string, value: number, limit: number): Part {
  return { name, value, limit, unit: 'x', sense: 'at most' };
}

function atLeast(name: string, value: number, limit: number): Part {
  return { name, value, limit, unit: 'x', sense: 'at least' };
}

describe('judgeGate', () => {
  test('takes the median over the processes, of parts, peers and control', () => {
    const samples = [1.2, 0.9, 5].map((value) => sample([atMost('time', value, 1.25)], value));
    const judged = judgeGate(GATE, samples, 1);
    expect(judged).toMatchObject({
      value: 1.2,
      limit: 1.25,
      pass: true,
      control: 1.2,
      discarded: 1,
    });
    expect(judged.peers).toEqual([{ name: 'peer', value: 12, unit: 'x' }]);
  });

  test('passes at the limit itself, in both senses', () => {
    const samples = [sample([atMost('a', 1.25, 1.25), atLeast('b', 6, 6)])];
    expect(judgeGate(GATE, samples, 0).pass).toBe(true);
  });

  test('fails when one part fails, and shows that part', () => {
    const samples = [sample([atMost('fine', 0.1, 1), atLeast('slow', 5, 6)])];
    const judged = judgeGate(GATE, samples, 0);
    expect(judged).toMatchObject({ pass: false, value: 5, limit: 6 });
    expect(judged.parts.map(({ pass }) => pass)).toEqual([true, false]);
  });

  test('shows the tightest part when all pass', () => {
    const samples = [
      sample([atMost('loose', 0.1, 1), atMost('tight', 0.9, 1), atLeast('far', 90, 10)]),
    ];
    expect(judgeGate(GATE, samples, 0)).toMatchObject({ pass: true, value: 0.9 });
  });

  test('holds a limit of zero exactly', () => {
    expect(judgeGate(GATE, [sample([atMost('timers', 0, 0)])], 0).pass).toBe(true);
    expect(judgeGate(GATE, [sample([atMost('timers', 1, 0)])], 0).pass).toBe(false);
  });

  test('fails on a part that a process did not measure', () => {
    const samples = [sample([atMost('a', 1, 2), atMost('b', 1, 2)]), sample([atMost('a', 1, 2)])];
    expect(judgeGate(GATE, samples, 0)).toMatchObject({ pass: false, value: Number.NaN });
  });

  test('fails when nothing was measured at all', () => {
    expect(judgeGate(GATE, [], 0)).toMatchObject({ pass: false, value: null, limit: null });
  });
});

describe('failedGate', () => {
  test('never passes and keeps the reason', () => {
    expect(failedGate(GATE, 'control off', 6)).toMatchObject({
      id: 'G9',
      pass: false,
      value: null,
      failure: 'control off',
      discarded: 6,
    });
  });
});
