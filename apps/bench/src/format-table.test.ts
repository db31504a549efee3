import { describe, expect, test } from 'vitest';

import { formatFigure } from './format-figure.ts';
import { formatTable } from './format-table.ts';
import { failedGate, judgeGate } from './judge-gate.ts';
import { toReport } from './to-report.ts';

const good = judgeGate(
  { id: 'G4', name: 'async hooks' },
  [
    {
      control: 1.012,
      parts: [{ name: 'time', value: 1.0512, limit: 1.25, unit: 'x', sense: 'at most' }],
      peers: [{ name: 'tapable', value: 1234.5, unit: 'ns' }],
    },
  ],
  0,
);
const slow = judgeGate(
  { id: 'G3', name: 'sync hooks' },
  [
    {
      control: 0.98,
      parts: [{ name: 'faster', value: 4, limit: 6, unit: 'x', sense: 'at least' }],
      peers: [],
    },
  ],
  0,
);

describe('formatFigure', () => {
  test('keeps three digits and the unit', () => {
    expect(formatFigure(0.12345)).toBe('0.123×');
    expect(formatFigure(1234.56, 'ns')).toBe('1235 ns');
    expect(formatFigure(0, 'B')).toBe('0 B');
    expect(formatFigure(null)).toBe('none');
  });
});

describe('formatTable', () => {
  test('has a line per limit with value, limit and verdict, and the peers beside it', () => {
    const lines = formatTable([
      good,
      slow,
      failedGate({ id: 'G5', name: 'one hook' }, '[x] y; z', 1),
    ]).split('\n');
    expect(lines[0]).toMatch(/^id +what +value +limit +verdict$/);
    expect(lines[1]).toMatch(/^G4 +async hooks, control 1\.012 +pass$/);
    expect(lines[2]).toMatch(/^ +time +1\.05× +≤ 1\.25× +pass$/);
    expect(lines[3]).toMatch(/^ +\(tapable\) +1235 ns$/);
    expect(lines[5]).toMatch(/^ +faster +4× +≥ 6× +FAIL$/);
    expect(lines[6]).toMatch(/^G5 +one hook +none +FAIL$/);
    expect(lines[7]).toBe('G5: [x] y; z');
  });
});

describe('toReport', () => {
  test('shows the control that was farthest from 1', () => {
    expect(toReport([good, slow], 3)).toMatchObject({
      control: 0.98,
      gates: [good, slow],
      seconds: 3,
    });
  });

  test('has no control where no times were compared', () => {
    expect(
      toReport([failedGate({ id: 'G5', name: 'one hook' }, '[x] y; z', 1)], 3).control,
    ).toBeNull();
  });
});
