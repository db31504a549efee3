import { expect, test } from 'vitest';

import { counted, table } from './table.ts';

test.for([
  [1, 'run', '1 run'],
  [0, 'run', '0 runs'],
  [1, 'policy', '1 policy'],
  [2, 'policy', '2 policies'],
  [3, 'day', '3 days'],
  [2, 'batch', '2 batches'],
  [1_000_000, 'entry', '1,000,000 entries'],
] as const)('%i %s is told as %s', ([count, noun, told]) => {
  expect(counted(count, noun)).toBe(told);
});

test('numbers end in one column, however many signs part their thousands', () => {
  const rows = [
    ['entries', 1204],
    ['new', 0],
  ] as const;
  expect(table(rows)).toBe('  entries  1,204\n  new          0');
});
