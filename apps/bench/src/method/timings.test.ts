import { describe, expect, test } from 'vitest';

import { CONTROL, Timings } from './timings.ts';

const timings = new Timings(
  new Map([
    ['base', [100, 200, 400]],
    ['ours', [50, 120, 180]],
    [CONTROL, [101, 198, 404]],
  ]),
  'base',
);

describe('Timings', () => {
  test('pairs the cases round by round before it takes the median', () => {
    expect(timings.ratio('ours', 'base')).toBe(0.5);
  });

  test('compares the least disturbed rounds, whatever the others took', () => {
    const disturbed = new Timings(
      new Map([
        ['base', [100, 900]],
        ['ours', [700, 150]],
      ]),
      'base',
    );
    expect(disturbed.leastRatio('ours', 'base')).toBe(1.5);
  });

  test('gives the median time of a case', () => {
    expect(timings.nanoseconds('ours')).toBe(120);
  });

  test('lists the times of the named cases as figures', () => {
    expect(timings.figures('base', 'ours')).toEqual([
      { name: 'base', value: 200, unit: 'ns' },
      { name: 'ours', value: 120, unit: 'ns' },
    ]);
  });

  test('compares the baseline with itself as the control', () => {
    expect(timings.control).toBe(1.01);
  });

  test('names the case that was never timed', () => {
    expect(() => timings.ratio('theirs', 'base')).toThrow('[bench_unknown_case] no case "theirs"');
  });
});
