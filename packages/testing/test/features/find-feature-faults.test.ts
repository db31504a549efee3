import { describe, expect, test } from 'vitest';

import type { FeatureRow } from './feature-row.ts';
import { findFeatureFaults, type Evidence } from './find-feature-faults.ts';

const FILE = 'packages/p/src/p.test.ts';

const evidence: Evidence = {
  testsIn: (file) => (file === FILE ? ['holds', 'twice', 'twice'] : undefined),
  behaviours: [
    { id: 'C001', rows: [1] },
    { id: 'C002', rows: [2] },
  ],
  isShown: () => true,
};

/** A hundred rows without a fault, but for those given. */
function rowsWith(...changes: readonly Partial<FeatureRow>[]): FeatureRow[] {
  return Array.from({ length: 100 }, (_, index) => {
    const row = index + 1;
    const usual = { row, capability: 'c', holds: true, tests: [{ file: FILE, name: 'holds' }] };
    return { ...usual, ...changes.find((change) => change.row === row) };
  });
}

const citing = (row: number, file: string, name: string): Partial<FeatureRow> => ({
  row,
  tests: [{ file, name }],
});

describe('the faults of the rows', () => {
  test('are none where every claim has its proof', () => {
    expect(findFeatureFaults(rowsWith(), evidence)).toEqual([]);
  });

  test.each<[string, Partial<FeatureRow>, string]>([
    [
      'a test that was renamed or deleted',
      citing(7, FILE, 'held'),
      `row 7: ${FILE} declares no test 'held'`,
    ],
    [
      'a title that is only part of one',
      citing(7, FILE, 'hold'),
      `row 7: ${FILE} declares no test 'hold'`,
    ],
    [
      'a title that two tests have',
      citing(7, FILE, 'twice'),
      `row 7: ${FILE} declares more than one test 'twice'`,
    ],
    [
      'a file that is gone',
      citing(7, 'gone.test.ts', 'holds'),
      'row 7: gone.test.ts is no test file',
    ],
    ['a row without a test', { row: 7, tests: [] }, 'row 7 holds without a test'],
    [
      'a behaviour that is gone',
      { row: 7, tests: [{ behaviour: 'C999' }] },
      'row 7: there is no behaviour C999',
    ],
    [
      'a behaviour about other rows',
      { row: 7, tests: [{ behaviour: 'C001' }] },
      'row 7: behaviour C001 does not list the row',
    ],
    [
      'a behaviour about a row that does not hold',
      { row: 2, holds: false, because: 'later' },
      'behaviour C002 lists row 2, which neither holds nor names it',
    ],
  ])('name %s', (_, change, fault) => {
    expect(findFeatureFaults(rowsWith(change), evidence)).toEqual([fault]);
  });

  test('name a behaviour that no host runs', () => {
    const rows = rowsWith({ row: 1, tests: [{ behaviour: 'C001' }] });
    expect(findFeatureFaults(rows, { ...evidence, isShown: () => false })).toEqual([
      'row 1: no host runs behaviour C001',
    ]);
  });

  test('are none where a behaviour proves the part that is there of a row to come', () => {
    const tests = [{ behaviour: 'C002' }];
    const rows = rowsWith({ row: 2, holds: false, because: 'later', tests });
    expect(findFeatureFaults(rows, evidence)).toEqual([]);
  });

  test('name rows that are missing, there twice or out of range', () => {
    const rows = [
      ...rowsWith().slice(0, 99),
      { ...rowsWith()[0]! },
      { ...rowsWith()[0]!, row: 101 },
    ];
    expect(findFeatureFaults(rows, evidence)).toEqual([
      'row 100 is missing',
      'row 1 is there twice or out of range',
      'row 101 is there twice or out of range',
    ]);
  });
});
